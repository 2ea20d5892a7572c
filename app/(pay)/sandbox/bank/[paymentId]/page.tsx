import { ButtonLink } from "@/components/button";
import { PageTemplate } from "@/components/page-template";
import { SummaryList } from "@/components/summary-list";
import { database } from "@/db/client";
import { formatPounds } from "@/messages/format";
import { bankPagePath, findChallenge } from "@/psp/sandbox/bank";

/**
 * The page of the sandbox's own bank (D32), where whoever tries out a service plays the payer who proves who they
 * are, or does not. A bank knows nothing of ours: no cookie, no language, only what the sandbox's books say.
 */
export default async function SandboxBankPage({ params }: { params: Promise<{ paymentId: string }> }) {
  const { paymentId } = await params;
  const challenge = await findChallenge(database(), paymentId);
  const isWaiting = challenge?.answered === false;
  const title = isWaiting ? "Is it you who is paying?" : "There is nothing to approve";

  return (
    <PageTemplate language="en" title={`${title} - The sandbox’s bank`}>
      <div className="app-text">
        <p className="govuk-caption-l">The sandbox’s bank</p>
        <h1 className="govuk-heading-l">{title}</h1>
        {isWaiting ? (
          <>
            <p className="govuk-body">
              This page stands in for a bank that asks its customer for proof. No money moves.
            </p>
            <SummaryList
              rows={[
                { key: "Amount", value: formatPounds(challenge.amount) },
                { key: "Card", value: `Ending in ${challenge.lastFour}` },
              ]}
            />
            <form method="post" action={bankPagePath(paymentId)} className="app-answers">
              <button type="submit" name="answer" value="pass" className="govuk-button">
                Pass authentication
              </button>
              <button
                type="submit"
                name="answer"
                value="fail"
                className="govuk-button govuk-button--secondary"
              >
                Fail authentication
              </button>
            </form>
            <p className="govuk-body">
              <a className="govuk-link" href={challenge.returnUrl}>
                Leave without answering
              </a>
            </p>
          </>
        ) : (
          <>
            <p className="govuk-body">
              {challenge
                ? "You have answered already. The first answer stands."
                : "The payment has been decided, has ended, or was never to be approved here."}
            </p>
            {challenge && <ButtonLink href={challenge.returnUrl}>Go back to the payment</ButtonLink>}
          </>
        )}
      </div>
    </PageTemplate>
  );
}
