import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { settleBackground } from "@/domain/background";
import { DUE_WORK, type DueWorkName } from "@/domain/due-work";
import { confirmPayment } from "@/domain/payments/confirm-payment";
import { findPaymentById, startPayment } from "@/domain/payments/start-payment";
import { isRefused } from "@/domain/refused";
import { front } from "./front";

/**
 * For tests: an instance of the service on a free port. Beside the API's front it has doors that stand for the
 * payer's browser and for the clock: `/start/{token}`, `/confirm/{paymentId}`, `/work/{name}`; `/settle`
 * answers when nothing goes on in the background any more, `/process` with the process's id.
 */
export async function startTestServer(): Promise<{ server: Server; port: number }> {
  // On a busy machine a client may pause; its connection is kept as long as server.mjs keeps one.
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    if (front(request, response)) return;
    openDoor(request)
      .then((door) => answer(response, door))
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, port };
}

async function openDoor({ url = "" }: IncomingMessage): Promise<unknown> {
  const [, door, name = ""] = url.split("/");
  switch (door) {
    case "start":
      return startPayment(name, new Date());
    case "confirm": {
      const payment = await findPaymentById(name);
      return payment && confirmPayment(payment, new Date());
    }
    case "work":
      return { done: await DUE_WORK[name as DueWorkName](new Date()) };
    case "process":
      return { pid: process.pid };
    case "settle":
      await settleBackground();
      return {};
    default:
      return undefined;
  }
}

function answer(response: ServerResponse, outcome: unknown): void {
  if (outcome === undefined) response.writeHead(404).end("not the API's");
  else response.writeHead(isRefused(outcome) ? 409 : 200).end(JSON.stringify(outcome));
}
