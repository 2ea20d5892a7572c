import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { PasskeyButton } from "@/components/admin/passkey-button";
import { TextInput } from "@/components/text-input";
import { addressOf } from "../routes";
import { staffPage } from "../staff-page";

export default staffPage("secondFactor", async ({ session, csrf, query, flash, here }) => ({
  title: session?.provedAt ? "Confirm that it is you" : "Enter a code",
  children: (
    <>
      <StaffForm
        action={here}
        csrf={csrf}
        button="Continue"
        {...(!session?.provedAt && { otherwise: { href: addressOf("signIn"), name: "Start again" } })}
      >
        {session?.provedAt && (
          <p className="govuk-body">What you want to do asks for your second factor again.</p>
        )}
        <input type="hidden" name="next" value={query.next ?? flash.values?.next ?? ""} />
        <TextInput
          id="code"
          name="code"
          width={10}
          inputMode="text"
          autoComplete="one-time-code"
          spellCheck={false}
          text={{
            label: "Code",
            hint: "The 6 digits that your authenticator app shows now, or one of your recovery codes",
          }}
          error={errorOf(flash.problems, "code")}
        />
      </StaffForm>
      <PasskeyButton csrf={csrf} next={query.next ?? flash.values?.next ?? ""} />
    </>
  ),
}));
