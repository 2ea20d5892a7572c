import type { Stripe } from "stripe";
import type { Answer, SimulatedRequest } from "../protocol";
import type { Desk } from "./books";
import { answerChallenge } from "./confirm-intent";

/** The bank's page: plain forms, and no script. Sends the payer back by GET, as Stripe does. */
export function threeDSecurePage(
  desk: Desk,
  intent: Stripe.PaymentIntent,
  request: SimulatedRequest,
): Answer {
  if (request.method === "POST") {
    const returnUrl = intent.next_action?.redirect_to_url?.return_url;
    const answer = new URLSearchParams(request.body).get("answer");
    if (answer !== "pass" && answer !== "fail") return page(400, intent, "Say whether it is you.");
    if (returnUrl === undefined || returnUrl === null)
      return page(200, intent, "There is nothing left to answer.");
    answerChallenge(desk, intent, answer);
    return { status: 303, headers: { location: wayBack(returnUrl, intent) }, body: "" };
  }
  return page(
    200,
    intent,
    intent.status === "requires_action" ? undefined : "There is nothing left to answer.",
  );
}

function wayBack(returnUrl: string, intent: Stripe.PaymentIntent): string {
  const back = new URL(returnUrl);
  back.searchParams.set("payment_intent", intent.id);
  back.searchParams.set("payment_intent_client_secret", intent.client_secret ?? "");
  back.searchParams.set("redirect_status", intent.status === "requires_capture" ? "succeeded" : "failed");
  return back.href;
}

function page(status: number, intent: Stripe.PaymentIntent, message: string | undefined): Answer {
  const pounds = `£${(intent.amount / 100).toFixed(2)}`;
  const body = message
    ? `<p>${message}</p>`
    : `<p>A payment of ${pounds} waits for you to say that it is you.</p>
<form method="post"><input type="hidden" name="answer" value="pass"><button id="test-source-authorize-3ds">Complete authentication</button></form>
<form method="post"><input type="hidden" name="answer" value="fail"><button id="test-source-fail-3ds">Fail authentication</button></form>`;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    },
    body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>3D Secure test page</title>
<style>body{font-family:sans-serif;max-width:30em;margin:2em auto;padding:0 1em}button{font:inherit;padding:.5em 1em;margin:.25em 0}</style></head>
<body><main><h1>3D Secure test page</h1>
${body}
</main></body></html>
`,
  };
}
