"use client";

import { useEffect, useRef } from "react";
import { Button } from "./button";
import { SendingNote } from "./sending-note";
import { useSendOnce } from "./use-send-once";

interface Props {
  action: string;
  fields: Readonly<Record<string, string>>;
  buttonId?: string | undefined;
  label: string;
  /** Said once the form is on its way. */
  sending: string;
  /**
   * Where there is script, the form sends itself. In the browser's history this address then takes the page's place,
   * so that Back finds a page which stays.
   */
  byItself?: { inHistory: string } | undefined;
}

/** A form that only leads on: with the fields that belong there, and a button for whoever has no script. */
export function OnwardForm({ action, fields, buttonId, label, sending: note, byItself }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { sending, take } = useSendOnce();
  const inHistory = byItself?.inHistory;
  useEffect(() => {
    if (inHistory === undefined || !form.current) return;
    window.history.replaceState(window.history.state, "", inHistory);
    // A field may be called submit.
    HTMLFormElement.prototype.submit.call(form.current);
  }, [inHistory]);

  return (
    <form
      ref={form}
      method="post"
      action={action}
      className="app-one-button"
      onSubmit={(event) => {
        if (!take()) event.preventDefault();
      }}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button {...(buttonId !== undefined && { id: buttonId })}>{label}</Button>
      <SendingNote sending={sending} text={note} />
    </form>
  );
}
