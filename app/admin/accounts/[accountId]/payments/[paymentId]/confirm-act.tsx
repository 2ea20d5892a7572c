import { ReasonForm } from "@/components/admin/reason-form";
import { findPayment } from "@/domain/payments/find-payment";
import { totalAmount } from "@/domain/payments/payment";
import { formatPounds } from "@/messages/format";
import { addressOf } from "../../../../routes";
import type { PageAsked, PageMade } from "../../../../staff-page";

interface Words {
  readonly title: string;
  readonly button: string;
  readonly otherwise: string;
  readonly consequence: string;
}

/** The page that stands before an act on a payment. */
export async function confirmAct(
  { caller, params, csrf, flash, here, now }: PageAsked<"cancelPayment" | "capturePayment">,
  { title, button, otherwise, consequence }: Words,
): Promise<PageMade | undefined> {
  const payment = await findPayment(caller, params.paymentId ?? "", now);
  if (!payment) return undefined;
  const back = { href: addressOf("payment", params), name: "Payment" };
  return {
    title,
    caption: payment.reference,
    back,
    children: (
      <ReasonForm
        action={here}
        csrf={csrf}
        button={button}
        otherwise={{ href: back.href, name: otherwise }}
        facts={[
          { key: "Description", value: payment.description },
          { key: "Amount", value: formatPounds(totalAmount(payment)) },
        ]}
        consequence={consequence}
        flash={flash}
      />
    ),
  };
}
