import type { EmailWords } from "@/domain/emails/email";
import { PAYER_EMAILS } from "./payer-emails";
import { STAFF_EMAILS } from "./staff-emails";

/** How each kind of email is put into words. */
export const EMAIL_WORDS: EmailWords = { ...PAYER_EMAILS, ...STAFF_EMAILS };
