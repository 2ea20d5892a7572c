import { createTransport, type Transporter } from "nodemailer";
import type { EmailContent } from "./email";

let server: { url: string; transporter: Transporter } | undefined;

/** Whether there is a mail server to send with (SMTP_URL). */
export function hasMailServer(): boolean {
  return Boolean(process.env.SMTP_URL);
}

/**
 * Hands an email to the mail server. Throws when it does not take it.
 *
 * @param id of the email: sent again after a crash it has the same Message-ID, by which mailboxes show it once.
 */
export async function postEmail(id: string, recipient: string, content: EmailContent): Promise<void> {
  const url = process.env.SMTP_URL ?? "";
  const from = process.env.EMAIL_FROM;
  if (!from) throw new Error("EMAIL_FROM is not set");
  if (server?.url !== url) {
    const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
    server = { url, transporter: createTransport({ url, ...limits }) };
  }
  await server.transporter.sendMail({
    from,
    to: { name: "", address: recipient },
    ...content,
    messageId: `<${id}@${from.replace(/^.*@|>.*$/gu, "")}>`,
    headers: { "Auto-Submitted": "auto-generated" },
  });
}

/** Whether a mail server refused for good: the address is wrong, and asking again will not make it right. */
export function isRefusedForGood(error: unknown): boolean {
  const code = (error as { responseCode?: unknown }).responseCode;
  return typeof code === "number" && code >= 500 && code < 600;
}
