import { formatMoment } from "@/components/admin/format";
import { PROVIDER_NAMES } from "@/components/admin/status-names";
import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { described, FormGroup } from "@/components/form-group";
import { SummaryList } from "@/components/summary-list";
import { findCredentials } from "@/domain/providers/find-credentials";
import { publicUrl } from "@/domain/public-url";
import { staffPage } from "../../../staff-page";

const TEXT = {
  label: "Credentials",
  hint: "As JSON. They are tried at the provider before they are saved, and never shown again.",
};

export default staffPage("credentials", async ({ caller, csrf, flash, here }) => {
  const { paymentProvider } = caller.account;
  const known = await findCredentials(caller.account);
  const error = errorOf(flash.problems, "credentials");
  return {
    title: "Payment provider",
    children: (
      <>
        <SummaryList
          rows={[
            { key: "Provider", value: PROVIDER_NAMES[paymentProvider] },
            ...(known
              ? [
                  { key: "Credentials", value: `Saved by ${known.createdBy}` },
                  {
                    key: "Last verified",
                    value: known.verifiedAt ? formatMoment(known.verifiedAt) : "Not yet",
                  },
                  {
                    key: "Address for notifications",
                    value: publicUrl(`/notifications/${known.paymentProvider}/${known.id}`),
                  },
                ]
              : []),
          ]}
        />
        {paymentProvider === "sandbox" ? (
          <p className="govuk-body">The sandbox is a part of this platform and needs no credentials.</p>
        ) : (
          <StaffForm action={here} csrf={csrf} button={known ? "Replace them" : "Save them"}>
            {!known && (
              <p className="govuk-body">
                There are none yet: until there are, payments are refused with P0940.
              </p>
            )}
            <p className="govuk-body">
              You are asked for your second factor first. What was paid with old credentials is still refunded
              with those.
            </p>
            <FormGroup inputId="credentials" text={TEXT} error={error}>
              <textarea
                {...described("credentials", TEXT, error)}
                id="credentials"
                name="credentials"
                rows={10}
                autoComplete="off"
                spellCheck={false}
                className={error ? "govuk-textarea govuk-textarea--error" : "govuk-textarea"}
              />
            </FormGroup>
          </StaffForm>
        )}
      </>
    ),
  };
});
