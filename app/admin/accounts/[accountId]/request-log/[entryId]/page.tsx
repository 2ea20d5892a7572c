import { formatMoment } from "@/components/admin/format";
import { SummaryList } from "@/components/summary-list";
import { findRequest } from "@/domain/accounts/list-requests";
import { addressOf } from "../../../../routes";
import { staffPage } from "../../../../staff-page";

export default staffPage("loggedRequest", async ({ caller, params }) => {
  const found = await findRequest(caller.account, params.entryId ?? "");
  if (!found) return undefined;
  const { request, keyName } = found;
  const { paymentId } = request;
  return {
    title: `${request.method} ${request.path}`,
    caption: "Request",
    back: { href: addressOf("requestLog", params), name: "Request log" },
    children: (
      <>
        <SummaryList
          rows={[
            { key: "Answer", value: [request.httpStatus, request.code].filter(Boolean).join(" ") },
            { key: "When", value: formatMoment(request.happenedAt) },
            { key: "Took", value: `${request.milliseconds} ms` },
            { key: "API key", value: keyName ?? "–" },
            { key: "Request id", value: request.requestId },
            ...(request.idempotencyHit
              ? [{ key: "Idempotency", value: "Answered with what an earlier request had made" }]
              : []),
            ...(paymentId === null
              ? []
              : [
                  {
                    key: "Payment",
                    value: (
                      <a className="govuk-link" href={addressOf("payment", { ...params, paymentId })}>
                        {paymentId}
                      </a>
                    ),
                  },
                ]),
          ]}
        />
        <Body name="What was sent" body={request.requestBody} />
        <Body name="What was answered" body={request.responseBody} />
      </>
    ),
  };
});

function Body({ name, body }: { name: string; body: unknown }) {
  return (
    <>
      <h2 className="govuk-heading-m">{name}</h2>
      {body === null ? (
        <p className="govuk-body">No body, or none that is kept.</p>
      ) : (
        <pre className="app-said">{JSON.stringify(body, null, 2)}</pre>
      )}
    </>
  );
}
