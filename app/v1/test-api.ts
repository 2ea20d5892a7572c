import { createServer, request as send, type IncomingHttpHeaders } from "node:http";
import { connect as connectSocket, type AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { front } from "./front";

/** An answer of the API as it came over the wire. */
export interface ApiResponse<Body> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** What the text says; undefined where there is none. */
  readonly body: Body;
}

interface Options {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Sent extends Options {
  readonly text?: string | Buffer;
}

/** The API on a port of its own, and a client that sends exactly what it is told. */
export interface TestApi {
  get<Body = unknown>(path: string, options?: Options): Promise<ApiResponse<Body>>;
  post<Body = unknown>(path: string, body: unknown, options?: Options): Promise<ApiResponse<Body>>;
  /** Any verb, and the body as text; no header is added but Host and Content-Length. */
  send<Body = unknown>(method: string, path: string, sent?: Sent): Promise<ApiResponse<Body>>;
  /** Bytes on a socket, and whatever comes back until the server closes it. */
  raw(bytes: string): Promise<string>;
  close(): Promise<void>;
}

/** For tests: serves the API's front on a free port, so that tests go through real HTTP. */
export async function serveApi(): Promise<TestApi> {
  const server = createServer((request, response) => {
    if (!front(request, response)) response.writeHead(404).end("not the API's");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  const api: TestApi = {
    get: (path, options) => api.send("GET", path, options),
    post: (path, body, { headers, ...options } = {}) =>
      api.send("POST", path, {
        ...options,
        headers: { "Content-Type": "application/json", ...headers },
        text: JSON.stringify(body),
      }),
    send: <Body>(method: string, path: string, { key, headers, text }: Sent = {}) =>
      new Promise<ApiResponse<Body>>((resolve, reject) => {
        const asked = send({
          host: "127.0.0.1",
          port,
          method,
          path,
          headers: {
            ...(key !== undefined && { Authorization: `Bearer ${key}` }),
            ...(text !== undefined && { "Content-Length": String(Buffer.byteLength(text)) }),
            ...headers,
          },
        });
        asked.on("error", reject);
        asked.on("response", (response) => {
          textOf(response)
            .then((answer) =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                text: answer,
                body: (answer === "" ? undefined : JSON.parse(answer)) as Body,
              }),
            )
            .catch(reject);
        });
        asked.end(text);
      }),
    raw: async (bytes) => {
      const socket = connectSocket(port, "127.0.0.1");
      socket.end(bytes);
      return textOf(socket);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return api;
}

/** For tests: status and body of a refusal in one object, to be compared as a whole. */
export function refusalIn({ status, body }: ApiResponse<unknown>): object {
  return { status, ...(body as object) };
}
