import { StaffForm } from "@/components/admin/staff-form";
import { findOperated } from "@/domain/accounts/operate-platform";
import { addressOf } from "../../../../routes";
import { staffPage } from "../../../../staff-page";

export default staffPage("disableAccount", async ({ params, csrf, here }) => {
  const found = await findOperated(params.operatedId ?? "");
  if (!found || found.account.disabled) return undefined;
  const back = { href: addressOf("operatedAccount", params), name: found.service.nameEn };
  return {
    title: "Disable this account",
    caption: `${found.service.nameEn}, ${found.account.live ? "live" : "test"}`,
    back,
    children: (
      <StaffForm
        action={here}
        csrf={csrf}
        button="Disable the account"
        look="warning"
        otherwise={{ href: back.href, name: "Leave it on" }}
      >
        <p className="govuk-body">
          Its API keys are refused at once, and whoever is paying it finds no page any more. What was paid
          already is still captured, refunded and settled.
        </p>
      </StaffForm>
    ),
  };
});
