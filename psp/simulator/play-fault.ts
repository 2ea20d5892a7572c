import type { ServerResponse } from "node:http";
import type { Answer, FaultAction, Protocol, SimulatedRequest } from "./protocol";

const GARBAGE = "<html><head><title>502 Bad Gateway</title></head><body>Bad Gateway</body></html>\n";

/** Plays what goes wrong before anything has happened. Returns whether that was the end of the request. */
export async function playBefore(
  fault: FaultAction | undefined,
  protocol: Protocol,
  request: SimulatedRequest,
  response: ServerResponse,
  answered: (answer: Answer | null) => void,
): Promise<boolean> {
  if (fault === "timeout:before-commit") return true;
  if (fault === "reset:before-commit") {
    response.socket?.resetAndDestroy();
    return true;
  }
  if (fault?.startsWith("delay:")) await passed(Number(fault.slice("delay:".length)));
  const status = statusOf(fault, "before-commit");
  if (status === undefined) return false;
  const failure = protocol.failure(status);
  // A server's own fault may be all that a retry is ever told; "busy" is told to nobody else.
  if (status >= 500) protocol.keepFailure?.(request, failure, "before-commit");
  answered(failure);
  write(response, failure);
  return true;
}

/** Sends the answer, or what a fault leaves of it: what it tells of has happened. */
export async function playAfter(
  fault: FaultAction | undefined,
  protocol: Protocol,
  request: SimulatedRequest,
  answer: Answer,
  response: ServerResponse,
  answered: (answer: Answer | null) => void,
): Promise<void> {
  if (answer.afterMilliseconds !== undefined) await passed(answer.afterMilliseconds);
  if (fault === "timeout:after-commit") return;
  if (fault === "reset:after-commit") {
    response.socket?.resetAndDestroy();
    return;
  }
  const status = statusOf(fault, "after-commit");
  const given = status === undefined ? answer : protocol.failure(status);
  if (status !== undefined) protocol.keepFailure?.(request, given, "after-commit");
  answered(given);
  if (fault === "garbage")
    return write(response, { status: 200, headers: { "content-type": "text/html" }, body: GARBAGE });
  if (fault === "truncate" || fault === "slow-body") return writeInHalves(fault, response, given);
  write(response, given);
}

export function write(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}

async function writeInHalves(
  fault: "truncate" | "slow-body",
  response: ServerResponse,
  answer: Answer,
): Promise<void> {
  const bytes = Buffer.from(answer.body);
  const half = Math.ceil(bytes.length / 2);
  response.writeHead(answer.status, { ...answer.headers, "content-length": bytes.length });
  response.write(bytes.subarray(0, half));
  await passed(fault === "truncate" ? 20 : 1000);
  if (fault === "truncate") response.socket?.destroy();
  else response.end(bytes.subarray(half));
}

function statusOf(
  fault: FaultAction | undefined,
  moment: "before-commit" | "after-commit",
): number | undefined {
  const [what, status, when] = fault?.split(":") ?? [];
  return what === "status" && when === moment ? Number(status) : undefined;
}

function passed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
