import { StaffForm } from "./staff-form";

/** The way to sign in, or to prove oneself once more, with a passkey. */
export function PasskeyButton({ csrf, next }: { csrf: string; next: string }) {
  return (
    <div id="passkey" tabIndex={-1} className="app-passkey">
      <h2 className="govuk-heading-m">Or use a passkey</h2>
      <StaffForm action="/admin/passkey" csrf={csrf} button="Use a passkey" look="secondary">
        <input type="hidden" name="next" value={next} />
      </StaffForm>
    </div>
  );
}
