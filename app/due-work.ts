import { DUE_WORK, type DueWork } from "@/domain/due-work";
import { sendDueEmails } from "@/domain/emails/send-due-emails";
import { onWake } from "@/domain/wake";
import { EMAIL_WORDS } from "./emails/email-words";

const sendEmails: DueWork = async (now) => sendDueEmails(now, EMAIL_WORDS);

// Emails are sent as soon as they are written, and by the clock where that has failed.
onWake("emails", async () => sendEmails(new Date()));

/** All due work, with what needs words beside the domain's own. */
export const JOBS: Readonly<Record<string, DueWork>> = { ...DUE_WORK, "send-emails": sendEmails };
