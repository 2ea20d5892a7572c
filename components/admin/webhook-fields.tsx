import { WEBHOOK_EVENTS } from "@/contract/webhook";
import { TextInput } from "../text-input";
import { Checkboxes } from "./checkboxes";
import { errorOf } from "./staff-form";

interface Props {
  values: Readonly<Record<string, string>>;
  problems: readonly { readonly field: string; readonly text: string }[] | undefined;
  live: boolean;
  fieldOf: (event: string) => string;
}

/** Where a webhook's messages go, what it is for and what it hears of. */
export function WebhookFields({ values, problems, live, fieldOf }: Props) {
  const chosen = new Set((values.events ?? "").split(" ").map(fieldOf));
  return (
    <>
      <TextInput
        id="callback_url"
        name="callback_url"
        type="url"
        autoComplete="off"
        spellCheck={false}
        defaultValue={values.callback_url ?? ""}
        text={{
          label: "Address",
          hint: live
            ? "Messages are posted to it. Live messages go to public https addresses only."
            : "Messages are posted to it. A test account’s may be http, on your own machine too.",
        }}
        error={errorOf(problems, "callback_url")}
      />
      <TextInput
        id="description"
        name="description"
        autoComplete="off"
        defaultValue={values.description ?? ""}
        text={{ label: "What it is for" }}
        error={errorOf(problems, "description")}
      />
      <Checkboxes
        id="events"
        legend="Events"
        hint="What a message is sent for"
        error={errorOf(problems, "events")}
        options={Object.entries(WEBHOOK_EVENTS).map(([event, { when }]) => ({
          name: fieldOf(event),
          label: event,
          hint: when,
        }))}
        isChosen={(name) => chosen.has(name)}
      />
    </>
  );
}
