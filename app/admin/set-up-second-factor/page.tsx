import { QrCode } from "@/components/admin/qr-code";
import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { TextInput } from "@/components/text-input";
import { findAppToSetUp } from "@/domain/staff/find-app-to-set-up";
import { staffPage } from "../staff-page";

export default staffPage("setUpSecondFactor", async ({ session, csrf, flash, here }) => {
  const app = session && (await findAppToSetUp(session));
  return {
    title: "Set up your authenticator app",
    children: app ? (
      <>
        <p className="govuk-body">
          Everybody who signs in here needs a second proof beside the password: a code from an app on their
          phone, such as Microsoft Authenticator, Google Authenticator or the one that their password manager
          brings.
        </p>
        <ol className="govuk-list govuk-list--number">
          <li>Scan this picture with the app.</li>
          <li>Enter the code that the app shows then.</li>
        </ol>
        <QrCode text={app.uri} name="QR code for your authenticator app" />
        <p className="govuk-body">
          Or type this secret into the app: <code className="app-secret">{inFours(app.secret)}</code>
        </p>
        <StaffForm action={here} csrf={csrf} button="Continue">
          <TextInput
            id="code"
            name="code"
            width={10}
            inputMode="numeric"
            autoComplete="one-time-code"
            text={{ label: "Code", hint: "6 digits" }}
            error={errorOf(flash.problems, "code")}
          />
        </StaffForm>
      </>
    ) : (
      <p className="govuk-body">
        Your authenticator app is set up. {/* oxlint-disable-next-line next/no-html-link-for-pages */}
        <a className="govuk-link" href="/admin">
          Go to your services
        </a>
      </p>
    ),
  };
});

function inFours(secret: string): string {
  return secret.replaceAll(/(.{4})(?!$)/gu, "$1 ");
}
