import { formatMoment } from "@/components/admin/format";
import { Checkboxes } from "@/components/admin/checkboxes";
import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { Inset } from "@/components/inset";
import { Select } from "@/components/select";
import { TestCardTable } from "@/components/test-cards";
import { TextInput } from "@/components/text-input";
import { accountTime } from "@/domain/accounts/account-time";
import { addressOf } from "../../../routes";
import { staffPage, type PageAsked } from "../../../staff-page";
import { CLOCK_STEPS } from "./clock-steps";

export default staffPage("testTools", (asked) => {
  const { params } = asked;
  return Promise.resolve({
    title: "Test tools",
    children: (
      <>
        <p className="govuk-body">
          Nothing here moves real money. What payers of this side were written is in the{" "}
          <a className="govuk-link" href={addressOf("mailbox", params)}>
            mailbox
          </a>
          .
        </p>
        <div className="app-beside">
          <div>
            <DemoPayment {...asked} />
          </div>
          <div>
            <Clock {...asked} />
          </div>
        </div>
        <h2 className="govuk-heading-m">Test cards</h2>
        <p className="govuk-body">Any security code and any date to come will do.</p>
        <TestCardTable language="en" />
      </>
    ),
  });
});

function DemoPayment({ params, csrf, flash, here }: PageAsked<"testTools">) {
  const { values = {}, problems, shownOnce = [] } = flash;
  return (
    <>
      <h2 className="govuk-heading-m">Make a demonstration payment</h2>
      {shownOnce.map((link) => (
        <Inset key={link} title="The payment is created. This link opens it once, as its payer.">
          <p className="govuk-body">
            <a className="govuk-link app-secret" href={link}>
              {link}
            </a>
          </p>
        </Inset>
      ))}
      <StaffForm
        action={addressOf("createDemoPayment", params)}
        csrf={csrf}
        button="Create the payment"
        look="secondary"
      >
        <input type="hidden" name="from" value={here} />
        <TextInput
          id="amount"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          width={10}
          defaultValue={values.amount ?? "14.50"}
          text={{ label: "Amount in pounds" }}
          error={errorOf(problems, "amount")}
        />
        <TextInput
          id="reference"
          name="reference"
          autoComplete="off"
          defaultValue={values.reference ?? "DEMO-1"}
          text={{ label: "Reference" }}
          error={errorOf(problems, "reference")}
        />
        <TextInput
          id="description"
          name="description"
          autoComplete="off"
          defaultValue={values.description ?? "Demonstration payment"}
          text={{ label: "Description" }}
          error={errorOf(problems, "description")}
        />
        <Select
          id="language"
          name="language"
          defaultValue={values.language ?? "en"}
          text={{ label: "Language of its pages" }}
          error={undefined}
          options={[
            { value: "en", name: "English" },
            { value: "cy", name: "Welsh" },
          ]}
        />
        <Checkboxes
          id="delayed_capture"
          legend="Capture"
          options={[{ name: "delayed_capture", label: "Take the money only when it is captured" }]}
          isChosen={(name) => values[name] === "on"}
        />
      </StaffForm>
    </>
  );
}

function Clock({ caller, params, csrf, flash, here, now }: PageAsked<"testTools">) {
  const { account } = caller;
  const ahead = account.clockAheadSeconds > 0;
  return (
    <>
      <h2 className="govuk-heading-m" id="clock">
        Test clock
      </h2>
      <p className="govuk-body">
        For this account it is <strong>{formatMoment(accountTime(account, now))}</strong>
        {ahead ? ", ahead of real time" : ""}. Move its time forward, and what falls due until then happens:
        payments expire, captures lapse, disputes are decided, payouts arrive. It never goes back.
      </p>
      <form method="post" action={addressOf("moveClock", params)} noValidate className="app-acts">
        <input type="hidden" name="csrf" value={csrf} />
        <input type="hidden" name="from" value={here} />
        {CLOCK_STEPS.map(({ hours, name }) => (
          <button
            key={hours}
            type="submit"
            name="step"
            value={hours}
            className="govuk-button govuk-button--secondary"
          >
            {name}
          </button>
        ))}
      </form>
      <StaffForm action={addressOf("moveClock", params)} csrf={csrf} button="Move the clock" look="secondary">
        <input type="hidden" name="from" value={here} />
        <TextInput
          id="hours"
          name="hours"
          inputMode="decimal"
          autoComplete="off"
          width={5}
          defaultValue={flash.values?.hours ?? ""}
          text={{ label: "Hours forward", hint: "For example, 2 or 0.5" }}
          error={errorOf(flash.problems, "hours")}
        />
      </StaffForm>
    </>
  );
}
