import { formatListed } from "@/components/admin/format";
import { moments, Table } from "@/components/table";
import { listEmails } from "@/domain/emails/find-email";
import { addressOf } from "../../../routes";
import { staffPage } from "../../../staff-page";

const KINDS: Readonly<Record<string, string>> = {
  paymentConfirmation: "Payment confirmation",
  refundIssued: "Refund",
};

export default staffPage("mailbox", async ({ caller, params }) => {
  const emails = await listEmails(caller.account);
  return {
    title: "Mailbox",
    back: { href: addressOf("testTools", params), name: "Test tools" },
    children:
      emails.length > 0 ? (
        <Table
          caption="The newest fifty"
          head={["Email", "To", moments("Written"), "State"]}
          rows={emails.map(({ id, kind, recipient, createdAt, sentAt, dueAt, failure }) => ({
            key: id,
            cells: [
              <a
                key="link"
                className="govuk-link app-table__link"
                href={addressOf("mailboxEmail", { ...params, emailId: id })}
              >
                {KINDS[kind] ?? kind}
              </a>,
              recipient,
              formatListed(createdAt),
              sentAt ? `Sent on ${formatListed(sentAt)}` : (failure ?? (dueAt ? "Waiting" : "Kept here")),
            ],
          }))}
        />
      ) : (
        <p className="govuk-body">
          There is no email yet. Make a demonstration payment, pay it and leave an email address: the
          confirmation comes here.
        </p>
      ),
  };
});
