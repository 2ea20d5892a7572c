// @ts-check
// Loaded into a measured server before its own code (node --expose-gc --import): tells over HTTP how much memory is in
// use once what nobody holds any more is cleared away, or how much the process has as it is.
import { createServer } from "node:http";

const server = createServer((request, response) => {
  if (request.url === "/held") globalThis.gc?.();
  response.end(JSON.stringify(process.memoryUsage()));
});
server.listen(Number(process.env.BENCH_MEMORY_PORT), "127.0.0.1").unref();
