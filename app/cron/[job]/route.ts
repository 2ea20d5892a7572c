import { JOBS } from "@/app/due-work";
import { machineHeaders } from "@/app/machine-headers";
import { machineRoute } from "@/app/machine-route";
import { runDueWork } from "@/domain/run-due-work";
import { sameSecret } from "@/domain/secrets";

/**
 * One kind of due work, for an external scheduler: `POST /cron/{job}` with `Authorization: Bearer
 * <CRON_SECRET>`. Answers how much it did. Bounded (it stops after 50 seconds) and harmless when
 * called twice at once.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = machineRoute({ POST: run });

async function run(request: Request, { params }: { params: Promise<{ job: string }> }) {
  const secret = process.env.CRON_SECRET;
  const given = request.headers.get("authorization")?.replace(/^Bearer +/iu, "");
  const headers = machineHeaders();
  if (!secret || given === undefined || !sameSecret(given, secret)) {
    return Response.json({ code: "401", description: "Credentials are required" }, { status: 401, headers });
  }
  const { job } = await params;
  const work = Object.hasOwn(JOBS, job) ? JOBS[job] : undefined;
  if (!work) return Response.json({ code: "404", description: "Not found" }, { status: 404, headers });
  return Response.json({ job, done: await runDueWork(work, new Date()) }, { headers });
}
