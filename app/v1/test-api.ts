import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request as send, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { connect as connectSocket } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { assertDescribed } from "./test-description";
import { startTestServer } from "./test-server";

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
  /** Where it is, for other clients. */
  readonly url: string;
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
  const { server, port } = await startTestServer();
  return apiOn(port, async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}

/** For tests: the API served by a process of its own, another instance on the same database. */
export async function spawnApi(environment: Readonly<Record<string, string>> = {}): Promise<TestApi> {
  const child = fork(fileURLToPath(new URL("./test-instance.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, LOG_LEVEL: "silent", ...environment },
  });
  const [port] = (await once(child, "message")) as [number];
  return apiOn(port, async () => {
    child.disconnect();
    await once(child, "exit");
  });
}

function apiOn(port: number, close: () => Promise<void>): TestApi {
  const agent = new Agent({ keepAlive: true });
  const api: TestApi = {
    url: `http://127.0.0.1:${port}`,
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
          agent,
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
          read<Body>(method, path, response).then(resolve, reject);
        });
        asked.end(text);
      }),
    raw: async (bytes) => {
      const socket = connectSocket(port, "127.0.0.1");
      socket.end(bytes);
      return textOf(socket);
    },
    close: async () => {
      agent.destroy();
      await close();
    },
  };
  return api;
}

async function read<Body>(
  method: string,
  path: string,
  response: IncomingMessage,
): Promise<ApiResponse<Body>> {
  const text = await textOf(response);
  const answer = { status: response.statusCode ?? 0, headers: response.headers, text };
  if (path.startsWith("/v1")) assertDescribed(method, path, answer);
  return { ...answer, body: (text === "" ? undefined : JSON.parse(text)) as Body };
}

/** For tests: status and body of a refusal in one object, to be compared as a whole. */
export function refusalIn({ status, body }: ApiResponse<unknown>): object {
  return { status, ...(body as object) };
}
