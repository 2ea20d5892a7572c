import { formatListed } from "@/components/admin/format";
import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { moments, Table } from "@/components/table";
import { Inset } from "@/components/inset";
import { TextInput } from "@/components/text-input";
import { listApiKeys, type ApiKeySummary } from "@/domain/accounts/manage-api-keys";
import { addressOf, type Params } from "../../../routes";
import { staffPage } from "../../../staff-page";

export default staffPage("apiKeys", async ({ caller, params, csrf, flash, here }) => {
  const keys = await listApiKeys(caller.account);
  return {
    title: "API keys",
    children: (
      <>
        {flash.shownOnce?.map((key) => (
          <Inset key={key} title="Copy the key now. It is not shown again.">
            <p className="govuk-body">
              <code className="app-secret">{key}</code>
            </p>
          </Inset>
        ))}
        {keys.length > 0 ? (
          <Table
            caption="Keys, newest first"
            head={["Name", moments("Created"), "By", moments("Last used"), "State"]}
            rows={keys.map((key) => ({ key: key.id, cells: cellsOf(key, params) }))}
          />
        ) : (
          <p className="govuk-body">
            There is no key yet. Create one, and give it to the system that is to take payments.
          </p>
        )}
        <h2 className="govuk-heading-m">Create a key</h2>
        <StaffForm action={here} csrf={csrf} button="Create the key">
          <TextInput
            id="name"
            name="name"
            autoComplete="off"
            maxLength={100}
            defaultValue={flash.values?.name ?? ""}
            text={{
              label: "Name",
              hint: caller.account.live
                ? "Which system it is for. With this key real payments can be taken, so you are asked for your second factor."
                : "Which system it is for",
            }}
            error={errorOf(flash.problems, "name")}
          />
        </StaffForm>
      </>
    ),
  };
});

function cellsOf({ id, name, createdAt, createdBy, lastUsedAt, revokedAt }: ApiKeySummary, params: Params) {
  return [
    name,
    formatListed(createdAt),
    createdBy,
    lastUsedAt ? formatListed(lastUsedAt) : "Never",
    revokedAt ? (
      `Revoked on ${formatListed(revokedAt)}`
    ) : (
      <a
        key="revoke"
        className="govuk-link app-table__link"
        href={addressOf("revokeApiKey", { ...params, keyId: id })}
      >
        Revoke<span className="govuk-visually-hidden"> {name}</span>
      </a>
    ),
  ];
}
