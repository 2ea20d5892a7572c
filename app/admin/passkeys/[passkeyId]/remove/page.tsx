import { StaffForm } from "@/components/admin/staff-form";
import { listPasskeys } from "@/domain/staff/passkeys";
import { addressOf } from "../../../routes";
import { staffPage } from "../../../staff-page";

export default staffPage("removePasskey", async ({ caller, params, csrf, here }) => {
  const passkey = (await listPasskeys(caller)).find(({ id }) => id === params.passkeyId);
  if (!passkey) return undefined;
  const back = { href: addressOf("yourAccount"), name: "Your account" };
  return {
    title: `Remove the passkey “${passkey.name}”`,
    back,
    children: (
      <StaffForm
        action={here}
        csrf={csrf}
        button="Remove the passkey"
        look="warning"
        otherwise={{ href: back.href, name: "Keep it" }}
      >
        <p className="govuk-body">
          It does not sign you in any more. On your device it stays until you remove it there too.
        </p>
      </StaffForm>
    ),
  };
});
