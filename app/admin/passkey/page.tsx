import { PasskeyForm } from "@/components/admin/passkey-form";
import { StaffForm } from "@/components/admin/staff-form";
import { readChallenge } from "../passkey-challenge";
import { addressOf } from "../routes";
import { staffPage } from "../staff-page";

export default staffPage("passkey", async ({ session, csrf, query, here, now }) => {
  const challenge = await readChallenge(here, now);
  const next = query.next ?? "";
  const code = session?.provedAt ? "secondFactor" : "signIn";
  const withCode = `${addressOf(code)}${next === "" ? "" : `?next=${encodeURIComponent(next)}`}`;
  return {
    title: "Use your passkey",
    children: (
      <div id="passkey" tabIndex={-1}>
        {challenge ? (
          <PasskeyForm
            action={addressOf("provePasskey")}
            csrf={csrf}
            ceremony="get"
            options={challenge.options}
            hidden={{ next }}
          />
        ) : (
          <StaffForm action={here} csrf={csrf} button="Use a passkey">
            <input type="hidden" name="next" value={next} />
          </StaffForm>
        )}
        <p className="govuk-body">
          <a className="govuk-link" href={withCode}>
            {session?.provedAt ? "Use a code instead" : "Sign in with a password and a code"}
          </a>
        </p>
      </div>
    ),
  };
});
