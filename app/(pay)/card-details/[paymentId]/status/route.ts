import { findStage } from "@/domain/payments/find-journey";

type Context = { params: Promise<{ paymentId: string }> };

/** What the waiting page polls for. The gate has checked that the payer may know. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const stage = await findStage((await params).paymentId, new Date());
  if (!stage) return Response.json({ code: "404", description: "Not found" }, { status: 404 });
  return Response.json({ status: stage.payment.status, authorising: stage.authorising });
}
