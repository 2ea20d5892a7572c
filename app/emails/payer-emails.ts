import type { EmailContent, EmailFacts, EmailWords } from "@/domain/emails/email";
import { totalAmount, type Payment } from "@/domain/payments/payment";
import { wordsIn, type Translate } from "@/messages";
import { formatDay, formatPounds } from "@/messages/format";
import { layOut } from "./lay-out";

/** What payers are written, in their payment's language (section 4.5). Nothing of a card but brand and last four. */
export const PAYER_EMAILS = {
  paymentConfirmation: (facts) => {
    const { t, payment, ...known } = ofPayment(facts);
    const subject = t("emails.confirmation.subject", { description: onOneLine(payment.description) });
    const paidOn = payment.captureSubmittedAt ?? facts.email.createdAt;
    return layOut(facts.email.language, {
      subject,
      before: [...known.notice, t("emails.confirmation.done")],
      rows: [
        ...known.rows,
        ...amounts(t, payment),
        [t("emails.date"), formatDay(paidOn, facts.email.language)],
        ...card(t, payment),
      ],
      after: [t("emails.confirmation.keep"), t("emails.questions")],
    });
  },
  refundIssued: (facts) => {
    const { t, payment, ...known } = ofPayment(facts);
    const { refund } = facts;
    if (!refund) throw new Error("The refund has gone");
    return layOut(facts.email.language, {
      subject: t("emails.refund.subject", { description: onOneLine(payment.description) }),
      before: [...known.notice, t("emails.refund.done"), t("emails.refund.when")],
      rows: [
        ...known.rows,
        [t("emails.amountPaid"), formatPounds(totalAmount(payment))],
        [t("emails.amountRefunded"), formatPounds(refund.amount)],
        [t("emails.date"), formatDay(facts.email.createdAt, facts.email.language)],
        ...card(t, payment),
      ],
      after: [t("emails.questions")],
    });
  },
} as const satisfies EmailWords & Record<string, (facts: EmailFacts) => EmailContent>;

type Row = readonly [label: string, value: string];

function ofPayment({ email, payment, account, service }: EmailFacts) {
  if (!payment || !account || !service) throw new Error("The payment has gone");
  const t = wordsIn(email.language);
  const name = (email.language === "cy" && service.nameCy) || service.nameEn;
  const rows: Row[] = [
    [t("payment.service"), name],
    [t("emails.organisation"), service.organisation],
    [t("payment.description"), payment.description],
    [t("payment.reference"), payment.reference],
  ];
  return { t, payment, rows, notice: account.live ? [] : [t("page.testNotice")] };
}

function amounts(t: Translate, payment: Payment): Row[] {
  if (payment.surcharge === null) return [[t("emails.amountPaid"), formatPounds(payment.amount)]];
  return [
    [t("payment.amount"), formatPounds(payment.amount)],
    [t("payment.fee"), formatPounds(payment.surcharge)],
    [t("emails.amountPaid"), formatPounds(totalAmount(payment))],
  ];
}

function card(t: Translate, { cardBrand, lastDigits }: Payment): Row[] {
  if (cardBrand === null || lastDigits === null) return [];
  return [
    [t("emails.card"), t("emails.cardEnding", { brand: t(`brands.${cardBrand}`), digits: lastDigits })],
  ];
}

function onOneLine(text: string): string {
  return text.replace(/\s+/gu, " ");
}
