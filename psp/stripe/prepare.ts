import type { Stripe } from "stripe";
import type { PrepareCommand, PspContext, RecurringCommand } from "../port";
import { askUnderKey, isHarmless, type Asked } from "./ask";
import { openAccount, type StripeAccount } from "./open-account";

type Opening = PrepareCommand | Omit<RecurringCommand, "providerId">;

/**
 * Opens the payment at Stripe without its card: what is done with the card later can then be asked about by this id,
 * and the answer is never late. Holds no card data, so it may be sent again with its key after a crash.
 */
export async function prepare(context: PspContext, command: Opening) {
  const account = openAccount(context);
  if ("unusable" in account) return { is: "error", reason: account.unusable } as const;
  const customer = await customerFor(account, context, command);
  if ("failure" in customer) return told(customer.failure);
  const intent = await askUnderKey(
    `${context.operationKey}/intent`,
    (idempotencyKey) =>
      account.stripe.paymentIntents.create(
        {
          amount: command.amount,
          currency: "gbp",
          capture_method: "manual",
          allowed_payment_method_types: ["card"],
          description: command.description,
          transfer_group: command.paymentId,
          metadata: metadataOf(command),
          ...(account.connected !== null && { on_behalf_of: account.connected }),
          ...(customer.value !== null && { customer: customer.value }),
          ...savingOf(command),
        },
        { idempotencyKey },
      ),
    isHarmless,
  );
  if ("failure" in intent) return told(intent.failure);
  return { is: "prepared", providerId: intent.value.id } as const;
}

/** Whom the card belongs to at Stripe, where it is saved now or was before. */
async function customerFor(
  { stripe }: StripeAccount,
  context: PspContext,
  command: Opening,
): Promise<Asked<string | null>> {
  if ("token" in command) return { value: command.token["customerId"] ?? null };
  const { saveFor } = command;
  if (saveFor === null) return { value: null };
  const customer = await askUnderKey(
    `${context.operationKey}/customer`,
    (idempotencyKey) =>
      stripe.customers.create(
        { description: saveFor.description, metadata: { agreement_id: saveFor.agreementId } },
        { idempotencyKey },
      ),
    isHarmless,
  );
  return "failure" in customer ? customer : { value: customer.value.id };
}

function metadataOf(command: Opening): Stripe.MetadataParam {
  return {
    payment_id: command.paymentId,
    ...("reference" in command && { reference: command.reference }),
    ...("agreementId" in command && { agreement_id: command.agreementId }),
  };
}

const USAGE = { instalment: "installment", unscheduled: "unscheduled" } as const;

/** Recurring is what Stripe takes a saved card to be for; the other two are said. */
function savingOf(command: Opening): Partial<Stripe.PaymentIntentCreateParams> {
  const use = "token" in command ? command.use : command.saveFor?.use;
  const named = use === undefined || use === "recurring" ? undefined : USAGE[use];
  if ("token" in command)
    return named ? { payment_method_options: { card: { stored_credential_usage: named } } } : {};
  if (command.saveFor === null) return {};
  return {
    setup_future_usage: "off_session",
    ...(named && { payment_method_options: { card: { setup_credential_usage: named } } }),
  };
}

/** Nothing is held yet: what Stripe refuses has not happened, and what it did not answer can be sent again. */
function told(failure: { is: string; code: string }) {
  return failure.is === "lost" || failure.is === "busy" || failure.is === "mismatched"
    ? ({ is: "unknown", cause: failure.code } as const)
    : ({ is: "error", reason: failure.code } as const);
}
