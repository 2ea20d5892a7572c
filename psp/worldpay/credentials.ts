import { z } from "zod";
import { parseUrl } from "@/contract/parse-url";
import { credentialsProblem } from "../credentials-problem";
import type { Psp, PspContext, PspCredentials } from "../port";

const text = z.string().trim().min(1).max(200);

/** A merchant code is an account of its own at Worldpay, with its own user. */
const Merchant = z.object({
  merchantCode: text.regex(/^[\w.:-]+$/u),
  username: text.regex(/^[^:]+$/u),
  password: text,
});
export type Merchant = z.infer<typeof Merchant>;

/** How an account stands with Worldpay. What Worldpay must switch on first is off until told. */
const Settings = z.object({
  /** Ask for the exemption of companies' cards. */
  corporateExemption: z.boolean().default(false),
  /** Let Worldpay's exemption engine ask for exemptions; a refusal for want of 3D Secure is tried again with it. */
  exemptionEngine: z.boolean().default(false),
  sendPayerEmail: z.boolean().default(false),
  sendPayerIp: z.boolean().default(false),
  /** Mark telephone orders as such in the message: only where the account may choose. */
  dynamicInteractionType: z.boolean().default(false),
  /** Send the Idempotency-Key header, which Worldpay sells apart. */
  idempotencyHeader: z.boolean().default(false),
});

export const WorldpayCredentials = z.object({
  oneOff: Merchant,
  recurringCustomerInitiated: Merchant,
  recurringMerchantInitiated: Merchant,
  /** For telephone orders; without it they go to `oneOff`. */
  motoMerchant: Merchant.optional(),
  threeDsFlex: z.object({
    issuer: z.string().regex(/^[0-9a-f]{24}$/u),
    orgUnitId: z.string().regex(/^[0-9a-f]{24}$/u),
    jwtMacKey: z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u),
  }),
  settings: Settings.prefault({}),
  /** Where test payments go instead of Worldpay's test system: a simulator. Live payments never do. */
  apiBase: z.string().refine(isHttpsOrLoopback, "Must be https, or http on this machine").optional(),
});
export type WorldpayCredentials = z.infer<typeof WorldpayCredentials>;

/** Throws when they are not Worldpay's: they were checked before they were stored. */
export function credentialsOf({ credentials }: Pick<PspContext, "credentials">): WorldpayCredentials {
  return WorldpayCredentials.parse(credentials);
}

/** Reads credentials as staff gave them. */
export function readCredentials(given: unknown): ReturnType<NonNullable<Psp["readCredentials"]>> {
  const read = WorldpayCredentials.safeParse(given);
  return read.success
    ? { is: "read", credentials: read.data }
    : { is: "invalid", why: credentialsProblem(read.error) };
}

/** Every merchant code that notifications may come for. */
export function merchantCodesOf(credentials: PspCredentials): string[] {
  const parsed = WorldpayCredentials.safeParse(credentials);
  if (!parsed.success) return [];
  const { oneOff, recurringCustomerInitiated, recurringMerchantInitiated, motoMerchant } = parsed.data;
  return [oneOff, recurringCustomerInitiated, recurringMerchantInitiated, motoMerchant].flatMap((merchant) =>
    merchant ? [merchant.merchantCode] : [],
  );
}

function isHttpsOrLoopback(address: string): boolean {
  const url = parseUrl(address);
  if (!url) return false;
  const { protocol, hostname } = url;
  if (protocol === "https:") return true;
  return protocol === "http:" && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(hostname);
}
