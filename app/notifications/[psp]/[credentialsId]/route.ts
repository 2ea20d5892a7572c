import { machineHeaders } from "@/app/machine-headers";
import { machineRoute } from "@/app/machine-route";
import { readLimited } from "@/app/read-limited";
import { receiveNotification } from "@/domain/providers/receive-notification";
import { isRefused } from "@/domain/refused";
import { isPspName } from "@/psp/port";

const LIMIT_BYTES = 1024 * 1024;

/**
 * Where a PSP tells what happened: `POST /notifications/{psp}/{credentials}`, the address that its account was given.
 * Acknowledged once it is stored; anything else makes the PSP send it again.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = machineRoute({ POST: receive });

async function receive(
  request: Request,
  { params }: { params: Promise<{ psp: string; credentialsId: string }> },
) {
  const { psp, credentialsId } = await params;
  if (!isPspName(psp)) return answer(404);
  const body = await readLimited(request, LIMIT_BYTES);
  if (!body) return answer(413);
  const told = { body: body.toString("utf8"), header: (name: string) => request.headers.get(name) };
  const received = await receiveNotification(psp, credentialsId, told, new Date());
  if (isRefused(received)) return answer(received.refused === "forged" ? 400 : 404);
  return new Response(received.body, {
    headers: { ...machineHeaders(), "Content-Type": received.contentType },
  });
}

function answer(status: number): Response {
  return new Response(null, { status, headers: machineHeaders() });
}
