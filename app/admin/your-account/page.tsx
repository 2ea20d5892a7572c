import { formatListed } from "@/components/admin/format";
import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { moments, Table } from "@/components/table";
import { SummaryList } from "@/components/summary-list";
import { TextInput } from "@/components/text-input";
import { listPasskeys } from "@/domain/staff/passkeys";
import { addressOf } from "../routes";
import { staffPage } from "../staff-page";

export default staffPage("yourAccount", async ({ caller, csrf, flash, here }) => {
  const { member } = caller;
  const passkeys = await listPasskeys(caller);
  return {
    title: "Your account",
    children: (
      <>
        <SummaryList
          rows={[
            { key: "Name", value: member.name },
            { key: "Email address", value: member.email },
            ...(member.operator ? [{ key: "Platform", value: "Operator" }] : []),
          ]}
        />
        <ul className="govuk-list">
          <li>
            <a className="govuk-link" href={addressOf("changePassword")}>
              Change your password
            </a>
          </li>
          <li>
            <a className="govuk-link" href={addressOf("recoveryCodes")}>
              Make new recovery codes
            </a>
          </li>
        </ul>
        <h2 className="govuk-heading-m">Passkeys</h2>
        <p className="govuk-body">
          With a passkey you sign in by your device’s fingerprint, face or PIN, or by a security key, without
          password and code.
        </p>
        {passkeys.length > 0 && (
          <Table
            caption="Your passkeys"
            head={["Name", moments("Added"), "Remove"]}
            rows={passkeys.map(({ id, name, addedAt }) => ({
              key: id,
              cells: [
                name,
                addedAt && formatListed(addedAt),
                <a
                  key="remove"
                  className="govuk-link app-table__link"
                  href={addressOf("removePasskey", { passkeyId: id })}
                >
                  Remove<span className="govuk-visually-hidden"> {name}</span>
                </a>,
              ],
            }))}
          />
        )}
        <StaffForm action={addressOf("askForNewPasskey")} csrf={csrf} button="Add a passkey" look="secondary">
          <input type="hidden" name="from" value={here} />
          <TextInput
            id="name"
            name="name"
            width={20}
            autoComplete="off"
            defaultValue={flash.values?.name ?? ""}
            text={{ label: "Name of a new passkey (optional)", hint: "Such as the device that it is on" }}
            error={errorOf(flash.problems, "name")}
          />
        </StaffForm>
      </>
    ),
  };
});
