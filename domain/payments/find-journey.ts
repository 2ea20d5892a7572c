import { and, eq, inArray } from "drizzle-orm";
import type { CardFormField } from "@/contract/card-form";
import type { Journey } from "@/contract/page";
import { CARD_BRANDS } from "@/contract/card";
import { database } from "@/db/client";
import {
  accounts,
  agreements,
  paymentDrafts,
  payments,
  pspOperations,
  serviceLogos,
  services,
} from "@/db/schema";
import { timeOf } from "../accounts/account-time";
import { logoAsShown } from "../accounts/find-logo";
import type { Account } from "../caller";
import { isId } from "../new-id";
import { base32, macOf } from "../secrets";
import { expireIfOverdue } from "./expire-payment";
import { findDeviceCheck } from "./find-device-check";
import { totalAmount, type Payment } from "./payment";
import { findPayable } from "./start-payment";

/** Where a payer's journey stands: what decides which page may be shown. */
export interface Stage {
  readonly payment: Payment;
  /** The bank has been asked and has not answered yet. */
  readonly authorising: boolean;
  /** What time it is for its account. */
  readonly now: Date;
}

/** A journey's stage, expired first if it is overdue. The caller has checked that the payer may see it. */
export async function findStage(paymentId: string, realNow: Date): Promise<Stage | undefined> {
  if (!isId(paymentId)) return undefined;
  const payment = await findPayable(paymentId);
  if (!payment) return undefined;
  const now = await timeOf(payment, realNow);
  const current = await expireIfOverdue(payment, now);
  const authorising = current.status === "started" && (await isAuthorising(current));
  return { payment: current, authorising, now };
}

/** Everything that the payer's pages show of a payment (contract/page.ts). */
export async function findJourney(paymentId: string, realNow: Date): Promise<Journey | undefined> {
  const stage = await findStage(paymentId, realNow);
  if (!stage) return undefined;
  const { payment, now } = stage;
  const [found] = await database()
    .select({
      account: accounts,
      service: services,
      logo: { savedAt: serviceLogos.savedAt, width: serviceLogos.width, height: serviceLogos.height },
      draft: paymentDrafts,
      agreement: agreements.description,
    })
    .from(payments)
    .innerJoin(accounts, and(eq(accounts.serviceId, payments.serviceId), eq(accounts.id, payments.accountId)))
    .innerJoin(services, eq(services.id, payments.serviceId))
    .leftJoin(serviceLogos, eq(serviceLogos.serviceId, payments.serviceId))
    .leftJoin(
      paymentDrafts,
      and(eq(paymentDrafts.serviceId, payments.serviceId), eq(paymentDrafts.paymentId, payments.id)),
    )
    .leftJoin(
      agreements,
      and(eq(agreements.serviceId, payments.serviceId), eq(agreements.id, payments.setUpAgreementId)),
    )
    .where(and(eq(payments.serviceId, payment.serviceId), eq(payments.id, payment.id)));
  if (!found) return undefined;
  const { account, service, logo, draft, agreement } = found;
  return {
    paymentId: payment.id,
    language: payment.language,
    status: payment.status,
    code: payment.code,
    amount: payment.amount,
    surcharge: payment.surcharge,
    totalAmount: totalAmount(payment),
    description: payment.description,
    reference: payment.reference,
    returnUrl: payment.returnUrl ?? "",
    delayedCapture: payment.delayedCapture,
    moto: payment.moto,
    masks: {
      number: payment.moto && account.motoMasksNumber,
      securityCode: payment.moto && account.motoMasksSecurityCode,
    },
    createdAt: payment.createdAt,
    expiresAt: payment.expiresAt,
    secondsLeft: Math.max(0, Math.ceil(((payment.expiresAt?.getTime() ?? 0) - now.getTime()) / 1000)),
    wasSubmitted: payment.lastDigits !== null,
    moneyTaken: moneyTaken(payment),
    service: { ...lookOf(service, logo), ...collected(account), live: account.live },
    agreementDescription: agreement,
    prefilled: { ...payment.prefill, ...(payment.email !== null && { email: payment.email }) },
    answers: draft?.answers ?? {},
    problems: (draft?.problems ?? []) as { field: CardFormField; code: string }[],
    challenge: payment.challenge?.challenge ?? null,
    deviceCheck: payment.status === "started" ? await findDeviceCheck(payment, realNow) : null,
    card: cardOf(payment),
    csrf: formToken(payment.id),
  };
}

/** Goes with every form of a payment's pages; proves that the form was ours where headers cannot. */
export function formToken(paymentId: string): string {
  return base32(macOf("form token", paymentId), 26);
}

/** Kinds of operation while which the payer waits for the bank. */
const AUTHORISING = ["prepare", "authorise", "complete3ds"] as const;

/** A card was sent and there is nothing for its payer to do: no challenge waits for them, or it is being completed. */
async function isAuthorising({ serviceId, id, challenge }: Payment): Promise<boolean> {
  const asked = await database()
    .select({ state: pspOperations.state })
    .from(pspOperations)
    .where(
      and(
        eq(pspOperations.serviceId, serviceId),
        eq(pspOperations.paymentId, id),
        inArray(pspOperations.kind, [...AUTHORISING]),
      ),
    );
  return asked.length > 0 && (challenge === null || asked.some(({ state }) => state !== "answered"));
}

/** Certain only where nothing can be held or taken any more. */
function moneyTaken({ status, voidDueAt, providerId, code }: Payment): Journey["moneyTaken"] {
  if (status === "success") return "yes";
  if (status === "capturable" || voidDueAt !== null) return "no";
  return code === "P0050" && providerId === null ? "unsure" : "no";
}

type Logo = { savedAt: Date; width: number; height: number };

function lookOf(service: typeof services.$inferSelect, logo: Logo | null) {
  const { id, nameEn, nameCy, organisation, bannerColour, buttonColour } = service;
  return {
    nameEn,
    nameCy,
    organisation,
    colours: { bannerColour, buttonColour },
    logo: logo && logoAsShown(id, logo),
  };
}

function collected(account: Account) {
  return {
    collectsBillingAddress: account.collectsBillingAddress,
    collectsEmail: account.collectsEmail,
    acceptedBrands: CARD_BRANDS.filter((brand) => account.acceptedBrands.includes(brand)),
    acceptedTypes: [
      ...(account.acceptsCredit ? (["credit"] as const) : []),
      ...(account.acceptsDebit ? (["debit"] as const) : []),
    ],
    acceptsPrepaid: account.acceptsPrepaid,
    defaultCountry: account.defaultCountry,
  };
}

function cardOf(payment: Payment): Journey["card"] {
  const { lastDigits, cardExpiry, cardholderName } = payment;
  if (lastDigits === null || cardExpiry === null || cardholderName === null) return null;
  return {
    brand: payment.cardBrand,
    type: payment.cardType,
    lastDigits,
    expiry: cardExpiry,
    cardholderName,
    billingAddress: payment.billingAddress,
    email: payment.payerEmail,
  };
}
