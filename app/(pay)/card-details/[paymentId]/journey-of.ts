import { redirect } from "next/navigation";
import type { Journey } from "@/contract/page";
import type { PaymentStatus } from "@/contract/states";
import { findJourney } from "@/domain/payments/find-journey";

export interface PageProps {
  params: Promise<{ paymentId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/**
 * The journey that a page is about. The gate has seen that the payer may see it and that the page is right for its
 * status; if that has changed in between, the gate is asked again.
 */
export async function journeyOf({ params }: PageProps, ...right: PaymentStatus[]): Promise<Journey> {
  const { paymentId } = await params;
  const journey = await findJourney(paymentId, new Date());
  if (!journey || !right.includes(journey.status)) redirect(`/card-details/${encodeURIComponent(paymentId)}`);
  return journey;
}
