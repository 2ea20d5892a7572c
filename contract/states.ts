/**
 * The four lifecycles, each as rows. Types, the database's checks, the diagram in states.md, the tests and
 * the payer's pages derive from these rows; a status that is not here does not exist.
 */

/** One lawful step: from a status, on a trigger, to a status. `code` becomes the payment's state.code. */
interface Step {
  readonly from: string | null;
  readonly on: string;
  readonly if?: string;
  readonly to: string;
  readonly code?: StateCode;
}

/** state.code of a payment that ended without success (section 7.4). */
export type StateCode = "P0010" | "P0020" | "P0030" | "P0040" | "P0050";

/** The words that go with each code, for developers (D12). */
export const STATE_MESSAGES: Readonly<Record<StateCode, string>> = {
  P0010: "Payment method rejected",
  P0020: "Payment expired",
  P0030: "Payment was cancelled by the user",
  P0040: "Payment was cancelled by the service",
  P0050: "Payment provider returned an error",
};

/** Section 3.1; D20 cancel, D21 capture, D22 expiry. */
export const PAYMENT_STEPS = [
  { from: null, on: "create", to: "created" },
  { from: "created", on: "start", to: "started" },

  // A payer's card is authorised from started, a telephone order's from created (D15).
  { from: "started", on: "authorise", to: "submitted" },
  { from: "created", on: "authorise", if: "moto_api", to: "submitted" },
  { from: "started", on: "decline", to: "failed", code: "P0010" },
  { from: "created", on: "decline", if: "moto_api", to: "failed", code: "P0010" },
  { from: "submitted", on: "decline", to: "failed", code: "P0010" },
  // A saved card's payment is submitted while its bank is asked (D19, D37).
  { from: "created", on: "takeSavedCard", if: "agreement", to: "submitted" },

  { from: "submitted", on: "confirm", if: "not delayed_capture", to: "success" },
  { from: "submitted", on: "confirm", if: "delayed_capture", to: "capturable" },
  { from: "capturable", on: "capture", to: "success" },

  { from: "created", on: "expire", to: "failed", code: "P0020" },
  { from: "started", on: "expire", to: "failed", code: "P0020" },
  { from: "submitted", on: "expire", to: "failed", code: "P0020" },
  { from: "capturable", on: "expire", to: "failed", code: "P0020" },

  { from: "started", on: "cancelByPayer", to: "failed", code: "P0030" },
  { from: "submitted", on: "cancelByPayer", to: "failed", code: "P0030" },

  { from: "created", on: "cancelByService", to: "cancelled", code: "P0040" },
  { from: "started", on: "cancelByService", to: "cancelled", code: "P0040" },
  { from: "submitted", on: "cancelByService", to: "cancelled", code: "P0040" },
  { from: "capturable", on: "cancelByService", to: "cancelled", code: "P0040" },

  { from: "created", on: "fault", to: "error", code: "P0050" },
  { from: "started", on: "fault", to: "error", code: "P0050" },
  { from: "submitted", on: "fault", to: "error", code: "P0050" },
  { from: "capturable", on: "fault", to: "error", code: "P0050" },
  // A capture that the PSP finally refuses (D21): the only way out of success.
  { from: "success", on: "captureRefused", to: "error", code: "P0050" },
] as const satisfies readonly Step[];

/** Section 3.3; D26. */
export const REFUND_STEPS = [
  { from: null, on: "request", to: "submitted" },
  { from: "submitted", on: "succeed", to: "success" },
  { from: "submitted", on: "fail", to: "error" },
  // PSP-A can take back a refund that it had reported as done.
  { from: "success", on: "fail", to: "error" },
] as const satisfies readonly Step[];

/** Section 3.4; D24. */
export const AGREEMENT_STEPS = [
  { from: null, on: "create", to: "created" },
  { from: "created", on: "cardSaved", to: "active" },
  { from: "active", on: "cardSaved", to: "active" },
  { from: "cancelled", on: "cardSaved", to: "active" },
  { from: "inactive", on: "cardSaved", to: "active" },
  { from: "active", on: "cancel", to: "cancelled" },
  { from: "active", on: "cardRefused", if: "can_retry false", to: "inactive" },
] as const satisfies readonly Step[];

/** Section 3.5; D40. A bank may decide without evidence, so both open statuses lead to both ends. */
export const DISPUTE_STEPS = [
  { from: null, on: "open", to: "needs_response" },
  { from: "needs_response", on: "review", to: "under_review" },
  { from: "needs_response", on: "win", to: "won" },
  { from: "needs_response", on: "lose", to: "lost" },
  { from: "under_review", on: "win", to: "won" },
  { from: "under_review", on: "lose", to: "lost" },
] as const satisfies readonly Step[];

export type PaymentStatus = (typeof PAYMENT_STEPS)[number]["to"];
export type PaymentTrigger = Exclude<(typeof PAYMENT_STEPS)[number]["on"], "create">;
export type RefundStatus = (typeof REFUND_STEPS)[number]["to"];
export type RefundTrigger = Exclude<(typeof REFUND_STEPS)[number]["on"], "request">;
export type AgreementStatus = (typeof AGREEMENT_STEPS)[number]["to"];
export type AgreementTrigger = Exclude<(typeof AGREEMENT_STEPS)[number]["on"], "create">;
export type DisputeStatus = (typeof DISPUTE_STEPS)[number]["to"];
export type DisputeTrigger = Exclude<(typeof DISPUTE_STEPS)[number]["on"], "open">;

export const PAYMENT_STATUSES = statusesOf(PAYMENT_STEPS);
export const REFUND_STATUSES = statusesOf(REFUND_STEPS);
export const AGREEMENT_STATUSES = statusesOf(AGREEMENT_STEPS);
export const DISPUTE_STATUSES = statusesOf(DISPUTE_STEPS);

/** Statuses whose journey is over (section 3.1 "finished"). */
export const FINISHED_STATUSES = [
  "success",
  "failed",
  "cancelled",
  "error",
] as const satisfies PaymentStatus[];

/** Whether the journey is over; it does not say that money was taken. */
export function isFinished(status: PaymentStatus): boolean {
  return (FINISHED_STATUSES as readonly string[]).includes(status);
}

/** Statuses from which the trigger is lawful. */
export function paymentStatusesBefore(trigger: PaymentTrigger): PaymentStatus[] {
  return [...new Set(PAYMENT_STEPS.filter((step) => step.on === trigger).map((step) => step.from))].filter(
    (status) => status !== null,
  );
}

/** What decides between rows that share a status and a trigger. */
export interface PaymentFacts {
  readonly delayedCapture: boolean;
  readonly authorisationMode: "web" | "moto_api" | "agreement";
}

/**
 * The one step a payment may take from `status` on `trigger`, or undefined where the table has none.
 *
 * @param facts decide rows with a condition: delayed capture and authorisation mode.
 */
export function stepPayment(
  status: PaymentStatus,
  trigger: PaymentTrigger,
  facts: PaymentFacts,
): { to: PaymentStatus; code?: StateCode } | undefined {
  const row = PAYMENT_STEPS.find(
    (step) => step.from === status && step.on === trigger && holds("if" in step ? step.if : undefined, facts),
  );
  return row && ("code" in row ? { to: row.to, code: row.code } : { to: row.to });
}

function holds(condition: string | undefined, facts: PaymentFacts): boolean {
  switch (condition) {
    case undefined:
      return true;
    case "delayed_capture":
      return facts.delayedCapture;
    case "not delayed_capture":
      return !facts.delayedCapture;
    case "moto_api":
    case "agreement":
      return facts.authorisationMode === condition;
    default:
      throw new Error(`No such condition: ${condition}`);
  }
}

/** The status a refund moves to on a trigger, or undefined where the table has no such step. */
export function stepRefund(status: RefundStatus, trigger: RefundTrigger): RefundStatus | undefined {
  return REFUND_STEPS.find((step) => step.from === status && step.on === trigger)?.to;
}

/** The status an agreement moves to on a trigger, or undefined where the table has no such step. */
export function stepAgreement(
  status: AgreementStatus,
  trigger: AgreementTrigger,
): AgreementStatus | undefined {
  return AGREEMENT_STEPS.find((step) => step.from === status && step.on === trigger)?.to;
}

/** The status a dispute moves to on a trigger, or undefined where the table has no such step. */
export function stepDispute(status: DisputeStatus, trigger: DisputeTrigger): DisputeStatus | undefined {
  return DISPUTE_STEPS.find((step) => step.from === status && step.on === trigger)?.to;
}

/** Mermaid source of every lifecycle; `npm run generate` writes it to states.md. */
export function statesMarkdown(): string {
  const diagrams = {
    Payment: PAYMENT_STEPS,
    Refund: REFUND_STEPS,
    Agreement: AGREEMENT_STEPS,
    Dispute: DISPUTE_STEPS,
  };
  const sections = Object.entries(diagrams).map(
    ([name, steps]) => `## ${name}\n\n\`\`\`mermaid\n${mermaid(steps)}\n\`\`\`\n`,
  );
  return `# Lifecycles\n\nGenerated from states.ts by \`npm run generate\`.\n\n${sections.join("\n")}`;
}

function mermaid(steps: readonly Step[]): string {
  const arrows = steps.map(({ from, on, if: condition, to, code }) => {
    const label = [on, condition && `[${condition}]`, code && `(${code})`].filter(Boolean).join(" ");
    return `  ${from ?? "[*]"} --> ${to}: ${label}`;
  });
  return ["stateDiagram-v2", ...arrows].join("\n");
}

function statusesOf<S extends Step>(steps: readonly S[]): S["to"][] {
  return [...new Set(steps.map((step) => step.to))];
}
