import type { Executor } from "@/db/client";
import { database } from "@/db/client";
import { emails } from "@/db/schema";
import { log } from "../log";
import { newId } from "../new-id";
import { publicUrl } from "../public-url";
import { seal } from "../sealed";

/** What an email with a link needs for its words; kept encrypted until it is sent. */
export interface LinkDetails {
  readonly link: string;
  readonly name?: string;
  readonly invitedBy?: string;
  readonly serviceName?: string;
}

/** Leaves an email with a link for whoever sends emails. In a demonstration the log tells the link too. */
export async function sendLink(
  executor: Executor,
  kind: "staffInvitation" | "staffPasswordReset",
  to: { email: string; serviceId?: string | null },
  details: LinkDetails,
  now: Date,
): Promise<void> {
  await executor.insert(emails).values({
    id: newId(now),
    serviceId: to.serviceId ?? null,
    createdAt: now,
    kind,
    language: "en",
    recipient: to.email,
    sealedDetails: seal(details),
    dueAt: now,
  });
  if (process.env.EXCHEQUER_DEMO === "1") log.info({ kind, recipient: to.email, link: details.link });
}

/** The link by which somebody chooses a new password. */
export async function sendResetLink(
  { email, name }: { email: string; name: string },
  token: string,
  now: Date,
): Promise<void> {
  const link = publicUrl(`/admin/new-password/${token}`);
  await sendLink(database(), "staffPasswordReset", { email }, { link, name }, now);
}
