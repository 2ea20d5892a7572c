import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { ReasonInput } from "@/components/admin/reason-input";
import { TextInput } from "@/components/text-input";
import { addressOf } from "../routes";
import { staffPage } from "../staff-page";

export default staffPage("resetSecondFactor", async ({ csrf, flash, here }) => ({
  title: "Reset a second factor",
  back: { href: addressOf("services"), name: "Your services" },
  children: (
    <StaffForm action={here} csrf={csrf} button="Reset their second factor" look="warning">
      <p className="govuk-body">
        For somebody who has lost their phone and their recovery codes. Their authenticator app, codes and
        passkeys stop working, and they are signed out everywhere. With their password alone they can then set
        up another app: make sure first that it is them who ask, by a way that you know them by.
      </p>
      <TextInput
        id="email"
        name="email"
        type="email"
        autoComplete="off"
        spellCheck={false}
        defaultValue={flash.values?.email ?? ""}
        text={{ label: "Their email address" }}
        error={errorOf(flash.problems, "email")}
      />
      <ReasonInput value={flash.values?.reason} error={errorOf(flash.problems, "reason")} />
    </StaffForm>
  ),
}));
