import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { WebhookMessage } from "@/contract/webhook";

/** One message as it arrived. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly message: WebhookMessage;
}

type Behaviour = (response: ServerResponse, received: Received) => void;

export interface TestReceiver {
  readonly url: string;
  /** Everything that arrived, whatever was answered. */
  readonly received: Received[];
  /** How it answers from now on; 200 if not told otherwise. */
  behave(behaviour: Behaviour): void;
  /** The events that arrived, in order. */
  events(): string[];
  close(): Promise<void>;
}

export const answer =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end();

/** For tests: somebody's server that is sent messages. */
export async function testReceiver(): Promise<TestReceiver> {
  const received: Received[] = [];
  let behaviour: Behaviour = answer(200);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const raw = Buffer.concat(chunks).toString("utf8");
      const one = { headers: request.headers, raw, message: JSON.parse(raw) as WebhookMessage };
      received.push(one);
      behaviour(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    behave: (given) => {
      behaviour = given;
    },
    events: () => received.map(({ message }) => message.event_type),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
