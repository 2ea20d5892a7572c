import { startTestServer } from "./test-server";

/** For tests: the process of another instance; it tells its parent where it listens, and ends with it. */
const { port } = await startTestServer();
process.on("disconnect", () => process.exit());
process.send?.(port);
