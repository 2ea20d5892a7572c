/** How long a card is held back for the check's answer. */
const PATIENCE_MILLISECONDS = 4000;
const FIRST_DIGITS = 6;

/** What the check works with on the page. */
export interface CheckParts {
  /** Leads into the frame; its empty field is for the card's first digits. */
  readonly form: HTMLFormElement;
  readonly frame: HTMLIFrameElement;
  /** Sent along with the card. */
  readonly result: HTMLInputElement;
  readonly cardForm: HTMLFormElement;
  readonly number: HTMLInputElement;
}

/**
 * Checks the device as soon as the card's first digits are known, and keeps what the frame tells. A card that is sent
 * meanwhile waits a few seconds for it, and then goes without.
 */
export function runDeviceCheck(
  { form, frame, result, cardForm, number }: CheckParts,
  signal: AbortSignal,
): void {
  const { origin } = new URL(form.action);
  const empty = [...form.querySelectorAll("input")].filter(({ value }) => value === "");
  const check = { digits: "", isRunning: false, isSendingAfter: false, timer: 0 };

  const finish = () => {
    clearTimeout(check.timer);
    check.isRunning = false;
    if (check.isSendingAfter) cardForm.requestSubmit();
    check.isSendingAfter = false;
  };
  const run = () => {
    const digits = number.value.replace(/\D/gu, "").slice(0, FIRST_DIGITS);
    if (digits.length < FIRST_DIGITS || digits === check.digits) return;
    Object.assign(check, { digits, isRunning: true });
    result.value = "";
    for (const input of empty) input.value = digits;
    form.submit();
    clearTimeout(check.timer);
    check.timer = window.setTimeout(finish, PATIENCE_MILLISECONDS);
  };
  const listen = (event: MessageEvent) => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return;
    const session = sessionOf(event.data);
    if (session === undefined) return;
    result.value = session ?? "";
    finish();
  };
  const holdBack = (event: SubmitEvent) => {
    if (event.target !== cardForm || !check.isRunning) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    check.isSendingAfter = true;
  };
  // Before the form's own script hears of it.
  window.addEventListener("submit", holdBack, { capture: true, signal });
  window.addEventListener("message", listen, { signal });
  number.addEventListener("input", run, { signal });
  signal.addEventListener("abort", () => clearTimeout(check.timer));
  run();
}

/** The session that a message tells; null from a check that failed, undefined for any other message. */
function sessionOf(message: unknown): string | null | undefined {
  try {
    const { MessageType, SessionId, Status } = JSON.parse(String(message)) as Record<string, unknown>;
    if (MessageType !== "profile.completed") return undefined;
    return Status === true && typeof SessionId === "string" ? SessionId : null;
  } catch {
    return undefined;
  }
}
