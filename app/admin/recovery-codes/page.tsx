import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { TextInput } from "@/components/text-input";
import { addressOf } from "../routes";
import { staffPage } from "../staff-page";

export default staffPage("recoveryCodes", async ({ csrf, flash, here }) => ({
  title: "Recovery codes",
  back: { href: addressOf("yourAccount"), name: "Your account" },
  children: flash.shownOnce?.length ? (
    <>
      <p className="govuk-body">
        Without your phone, each of these lets you sign in once in place of the app’s code. Print them or keep
        them in a password manager. <strong>They are not shown again.</strong>
      </p>
      <ul className="govuk-list app-codes">
        {flash.shownOnce.map((code) => (
          <li key={code}>
            <code className="app-secret">{code}</code>
          </li>
        ))}
      </ul>
      <p className="govuk-body">
        {/* Each page is a document of its own: nothing for a client-side link to keep. */}
        {/* oxlint-disable-next-line next/no-html-link-for-pages */}
        <a className="govuk-button" href="/admin">
          I have kept them safe
        </a>
      </p>
    </>
  ) : (
    <StaffForm action={here} csrf={csrf} button="Make new recovery codes">
      <p className="govuk-body">
        Recovery codes are shown when they are made and never again. New ones replace those that you have.
      </p>
      <TextInput
        id="password"
        name="password"
        type="password"
        autoComplete="current-password"
        text={{ label: "Your password" }}
        error={errorOf(flash.problems, "password")}
      />
    </StaffForm>
  ),
}));
