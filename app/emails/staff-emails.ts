import type { EmailFacts, EmailWords } from "@/domain/emails/email";
import type { LinkDetails } from "@/domain/staff/send-link";
import { layOut } from "./lay-out";

/** What staff are written; in English, like their pages. */
export const STAFF_EMAILS = {
  staffInvitation: (facts) => {
    const { link, invitedBy, serviceName } = detailsOf(facts);
    const to = serviceName === undefined ? "Exchequer" : `the payments of “${serviceName}”`;
    return letter("Your invitation to Exchequer", link, [
      invitedBy === undefined
        ? `You have been invited to look after ${to}.`
        : `${invitedBy} has invited you to look after ${to}.`,
      "Follow this link to set up your account. It works once.",
    ]);
  },
  staffPasswordReset: (facts) => {
    const { link, name } = detailsOf(facts);
    return letter("Choose a new password", link, [
      ...(name === undefined ? [] : [`Hello ${name},`]),
      "Somebody has asked for a new password for your account. If that was you, follow this link. It works once.",
    ]);
  },
} as const satisfies EmailWords;

function letter(subject: string, link: string, before: readonly string[]) {
  const after = [
    link,
    "If you did not expect this email, you can ignore it. Nothing happens without the link.",
  ];
  return layOut("en", { subject, before, rows: [], after });
}

function detailsOf({ details }: EmailFacts): LinkDetails {
  if (typeof details !== "object" || details === null) throw new Error("The link has gone");
  return details as LinkDetails;
}
