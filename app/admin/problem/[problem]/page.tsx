import { headers } from "next/headers";
import { StaffTemplate } from "@/components/admin/staff-template";

const WORDS: Readonly<Record<string, { title: string; text: string }>> = {
  "not-found": {
    title: "Page not found",
    text: "There is no such page, or it belongs to a service that you are not a member of.",
  },
  "not-allowed": {
    title: "Your role does not allow this",
    text: "Ask an admin of the service if you need to do this. They can change your role.",
  },
  "session-problem": {
    title: "This form could not be used",
    text: "It was opened too long ago, or before you signed in. Nothing was done. Open the page again and try once more.",
  },
};

const FAULT = {
  title: "Sorry, something went wrong",
  text: "Nothing is lost, but what you asked for may not have been done. Look before you try again.",
};

/** What the gate shows where it lets nobody through; reached by no other way. */
export default async function Page({ params }: { params: Promise<{ problem: string }> }) {
  const { problem } = await params;
  const { title, text } = WORDS[problem] ?? FAULT;
  const reference = (await headers()).get("x-request-id");
  return (
    <StaffTemplate
      title={title}
      done={undefined}
      problems={[]}
      navigation={{ signedIn: undefined, groups: [] }}
      csrf={undefined}
    >
      <p className="govuk-body">{text}</p>
      {reference !== null && <p className="govuk-body">Reference to quote: {reference}</p>}
      <p className="govuk-body">
        {/* Each page is a document of its own: nothing for a client-side link to keep. */}
        {/* oxlint-disable-next-line next/no-html-link-for-pages */}
        <a className="govuk-link" href="/admin">
          Go to your services
        </a>
      </p>
    </StaffTemplate>
  );
}
