import { redirect } from "next/navigation";
import type { Journey } from "@/contract/page";
import type { PaymentStatus } from "@/contract/states";
import { log } from "@/domain/log";
import { findJourney } from "@/domain/payments/find-journey";

export interface PageProps {
  params: Promise<{ paymentId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/**
 * The journey that a page is about. The gate has seen that the payer may see it and that the page is right for its
 * status; if that has changed in between, the gate is asked again. What cannot be found out leads to a page that says
 * so: of a page that fails Next.js shows nothing to payers without script.
 */
export async function journeyOf({ params }: PageProps, ...right: PaymentStatus[]): Promise<Journey> {
  const { paymentId } = await params;
  const journey = await findJourney(paymentId, new Date()).catch((error: unknown) => {
    log.error({ err: error, paymentId }, "a page failed");
    return redirect("/system-problem");
  });
  if (!journey || !right.includes(journey.status)) redirect(`/card-details/${encodeURIComponent(paymentId)}`);
  return journey;
}
