"use client";

import { Button } from "./button";
import { SendingNote } from "./sending-note";
import { useSendOnce } from "./use-send-once";

interface Props {
  action: string;
  csrf: string;
  buttonId: string;
  look?: "primary" | "secondary";
  label: string;
  /** Said once the button has been pressed. */
  sending?: string;
}

/** A form that only asks for something to be done. */
export function OneButtonForm({ action, csrf, buttonId, look = "primary", label, sending: note }: Props) {
  const { sending, take } = useSendOnce();
  return (
    <form
      method="post"
      action={action}
      className="app-one-button"
      onSubmit={(event) => {
        if (!take()) event.preventDefault();
      }}
    >
      <input type="hidden" name="csrf" value={csrf} />
      <Button id={buttonId} look={look}>
        {label}
      </Button>
      {note !== undefined && <SendingNote sending={sending} text={note} />}
    </form>
  );
}
