import { EMAIL_WORDS } from "@/app/emails/email-words";
import { SummaryList } from "@/components/summary-list";
import { readEmail } from "@/domain/emails/find-email";
import { addressOf } from "../../../../routes";
import { staffPage } from "../../../../staff-page";

/** As plain text: the HTML says the same, in styles that this page's security policy does not let in. */
export default staffPage("mailboxEmail", async ({ caller, params }) => {
  const email = await readEmail(caller.account, params.emailId ?? "", EMAIL_WORDS);
  if (!email) return undefined;
  return {
    title: email.subject,
    caption: "Email",
    back: { href: addressOf("mailbox", params), name: "Mailbox" },
    children: (
      <>
        <SummaryList rows={[{ key: "To", value: email.recipient }]} />
        <pre className="app-said">{email.text}</pre>
      </>
    ),
  };
});
