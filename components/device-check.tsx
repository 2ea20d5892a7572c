"use client";

import { useEffect, useRef } from "react";
import type { DeviceCheck as Check } from "@/contract/page";

interface Props extends Check {
  /** Ids of the card form, and of the card's number in it. */
  formId: string;
  numberId: string;
}

/**
 * The provider's check of the device, for a hidden frame beside the card form. What runs it comes in a file of its own,
 * so that pages of other providers do not carry it; without script, the card goes without.
 */
export function DeviceCheck({ url, fields, formId, numberId }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const result = useRef<HTMLInputElement>(null);
  const hasScript = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!form.current || !frame.current || !result.current || !hasScript.current) return;
    hasScript.current.value = "yes";
    const parts = {
      form: form.current,
      frame: frame.current,
      result: result.current,
      cardForm: document.getElementById(formId) as HTMLFormElement,
      number: document.getElementById(numberId) as HTMLInputElement,
    };
    const over = new AbortController();
    void import("./run-device-check").then(({ runDeviceCheck }) => runDeviceCheck(parts, over.signal));
    return () => over.abort();
  }, [formId, numberId]);

  return (
    <div hidden>
      <input ref={result} type="hidden" name="deviceData" form={formId} />
      <input ref={hasScript} type="hidden" name="hasScript" form={formId} />
      <form ref={form} method="post" action={url} target="device-check">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} defaultValue={value} />
        ))}
      </form>
      <iframe
        ref={frame}
        name="device-check"
        title="device-check"
        // Its page is of the provider's own origin, so being of its own origin opens nothing of ours to it.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-forms"
      />
    </div>
  );
}
