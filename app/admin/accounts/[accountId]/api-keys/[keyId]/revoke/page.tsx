import { formatMoment } from "@/components/admin/format";
import { StaffForm } from "@/components/admin/staff-form";
import { SummaryList } from "@/components/summary-list";
import { findApiKey } from "@/domain/accounts/manage-api-keys";
import { addressOf } from "../../../../../routes";
import { staffPage } from "../../../../../staff-page";

export default staffPage("revokeApiKey", async ({ caller, params, csrf, here }) => {
  const key = await findApiKey(caller.account, params.keyId ?? "");
  if (!key || key.revokedAt) return undefined;
  const back = { href: addressOf("apiKeys", params), name: "API keys" };
  return {
    title: "Revoke this key",
    caption: key.name,
    back,
    children: (
      <StaffForm
        action={here}
        csrf={csrf}
        button="Revoke the key"
        look="warning"
        otherwise={{ href: back.href, name: "Keep it" }}
      >
        <SummaryList
          rows={[
            { key: "Created", value: `${formatMoment(key.createdAt)} by ${key.createdBy}` },
            { key: "Last used", value: key.lastUsedAt ? formatMoment(key.lastUsedAt) : "Never" },
          ]}
        />
        <p className="govuk-body">
          Every request with this key is refused from now on. This cannot be undone: a system that still uses
          it can take no payments until it has another key.
        </p>
      </StaffForm>
    ),
  };
});
