import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { allTogether, createClock, type Clock, type ClockOptions, type Steerable } from "./clock";
import { control } from "./control";
import { keepBooks } from "./keep-books";
import { createFaults, type Faults } from "./faults";
import { createNotifications, type Notifications } from "./notifications";
import { playAfter, playBefore, write } from "./play-fault";
import type { CreateProtocol, Protocol, ProtocolName, SimulatedRequest } from "./protocol";
import { createRequestLog, type RequestLog } from "./request-log";
import { createStripe } from "./stripe/create-stripe";
import { createWorldpay } from "./worldpay/create-worldpay";

/** One row per provider whose protocol is spoken here. */
const PROTOCOLS: Readonly<Record<ProtocolName, CreateProtocol>> = {
  stripe: createStripe,
  worldpay: createWorldpay,
};

export interface Simulator {
  readonly url: string;
  readonly port: number;
  /** Everybody's: each provider has one of its own, which its customers' test clocks move. */
  readonly clock: Steerable;
  readonly clocks: Readonly<Record<ProtocolName, Clock>>;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly notifications: Notifications;
  readonly protocols: readonly Protocol[];
  /** When it was last asked anything, in real milliseconds. */
  lastAskedAt(): number;
  /** Forgets everything but where notifications go. */
  reset(): void;
  stop(): void;
  close(): Promise<void>;
}

/**
 * The providers' test systems on this computer: one server on loopback that speaks their protocols and can be told to
 * fail. Never reached from another computer, and reaches none.
 *
 * @param options.port 0 for any free one.
 * @param options.clock a clock that stands until a test moves it, or one that runs.
 * @param options.books a file in which its books outlive it; without one they are in memory alone.
 * @param options.onStop what POST /_sim/stop does.
 */
export async function createSimulator(
  options: { port?: number; clock?: ClockOptions; books?: string; onStop?: () => void } = {},
): Promise<Simulator> {
  const protocols: Protocol[] = [];
  const protocolOf = (name: ProtocolName) => {
    const protocol = protocols.find((candidate) => candidate.name === name);
    if (!protocol) throw new Error(`Nobody speaks ${name} here`);
    return protocol;
  };
  const clockOf = (name: ProtocolName) =>
    createClock(options.clock ?? {}, (alarm) => protocolOf(name).ring(alarm));
  const clocks = { stripe: clockOf("stripe"), worldpay: clockOf("worldpay") };
  const all = Object.values(clocks);
  const clock = allTogether(all);
  const faults = createFaults();
  const log = createRequestLog();
  const notifications = createNotifications(clocks, faults, protocolOf);
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      // Whoever hung up hears nothing of it; a mistake of the simulator's own is told, and it goes on.
      if (response.headersSent) response.destroy();
      else write(response, { status: 500, headers: {}, body: `The simulator failed: ${String(error)}\n` });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The simulator has no port");
  const url = `http://127.0.0.1:${address.port}`;

  for (const name of ["stripe", "worldpay"] as const) {
    const protocol: Protocol = PROTOCOLS[name]({
      clock: clocks[name],
      url,
      notify: (draft) => notifications.add(protocol, draft),
    });
    protocols.push(protocol);
  }
  const books =
    options.books === undefined ? undefined : keepBooks(options.books, { clocks, notifications, protocols });
  let askedAt = Date.now();
  const tick = setInterval(() => {
    if (all.filter((each) => each.catchUp()).length > 0) books?.changed();
    void notifications.send();
  }, 250);
  const reset = () => {
    for (const each of all) each.reset();
    faults.clear();
    log.clear();
    notifications.clear();
    for (const protocol of protocols) protocol.reset();
  };
  const simulator: Simulator = {
    url,
    port: address.port,
    clock,
    clocks,
    faults,
    log,
    notifications,
    protocols,
    reset,
    lastAskedAt: () => askedAt,
    stop: () => options.onStop?.(),
    close: async () => {
      clearInterval(tick);
      books?.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    askedAt = Date.now();
    const request = await read(incoming, url);
    if (request.method !== "GET") books?.changed();
    if (request.path.startsWith("/_sim/")) return write(response, await control(simulator, request));
    for (const each of all) each.catchUp();
    const protocol = protocols.find((candidate) => candidate.serves(request));
    if (!protocol) return write(response, { status: 404, headers: {}, body: "Nobody speaks here\n" });
    await converse(protocol, request, response);
    await notifications.send();
  }

  async function converse(
    protocol: Protocol,
    request: SimulatedRequest,
    response: ServerResponse,
  ): Promise<void> {
    const subject = protocol.describe(request);
    const fault = faults.strike(protocol.name, subject, "request");
    const answered = log.note(
      clocks[protocol.name].now(),
      protocol.name,
      subject,
      request,
      protocol.loggable(request),
    );
    if (await playBefore(fault, protocol, request, response, answered)) return;
    const faulty = fault === undefined ? request : { ...request, fault };
    const answer = protocol.answer(faulty);
    if (fault === "notify:before-reply") await notifications.send();
    if (fault === "hold") await faults.untilCleared();
    await playAfter(fault ?? answer.play, protocol, faulty, answer, response, answered);
  }

  return simulator;
}

async function read(incoming: IncomingMessage, base: string): Promise<SimulatedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const { pathname, searchParams } = new URL(incoming.url ?? "/", base);
  const { headers } = incoming;
  return {
    method: incoming.method ?? "GET",
    path: pathname,
    query: searchParams,
    header: (name) => {
      const value = headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join("; ") : value;
    },
    body: Buffer.concat(chunks).toString("utf8"),
    fault: undefined,
  };
}
