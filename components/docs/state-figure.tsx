import { PAYMENT_STEPS, type PaymentStatus } from "@/contract/states";
import { TableOfWords } from "./table-of-words";

/** What each trigger of a payment is, told to callers. */
const TRIGGERS: Readonly<Record<(typeof PAYMENT_STEPS)[number]["on"], string>> = {
  create: "You create it",
  start: "The payer opens `next_url`",
  authorise: "The bank agrees",
  decline: "The bank refuses the card",
  takeSavedCard: "The saved card is charged",
  confirm: "The payer confirms; without a payer, at once",
  capture: "You capture it",
  expire: "Time runs out",
  cancelByPayer: "The payer cancels",
  cancelByService: "You cancel it",
  fault: "The payment provider fails",
  captureRefused: "The provider refuses the capture for good",
};

const CONDITIONS: Readonly<Record<string, string>> = {
  moto_api: "telephone order",
  agreement: "recurring payment",
  delayed_capture: "delayed capture",
  "not delayed_capture": "no delayed capture",
};

/** Where each status stands in the picture: the way to success above, other endings below. */
const PLACES: Readonly<Record<PaymentStatus, { x: number; y: number }>> = {
  created: { x: 20, y: 40 },
  started: { x: 170, y: 40 },
  submitted: { x: 320, y: 40 },
  capturable: { x: 470, y: 40 },
  success: { x: 470, y: 150 },
  failed: { x: 20, y: 260 },
  cancelled: { x: 170, y: 260 },
  error: { x: 320, y: 260 },
};

/** Any of these may end as failed, cancelled or error: one arrow to each for all of them. */
export const UNFINISHED = ["created", "started", "submitted", "capturable"] as const;
export const OTHER_ENDS = ["failed", "cancelled", "error"] as const;

const WIDTH = 120;
const HEIGHT = 44;

/** How a payment moves, as a picture and as a table; both come from the rows that the service itself obeys. */
export function StateFigure() {
  return (
    <>
      <figure className="app-states">
        <svg
          className="app-states__picture"
          viewBox="0 0 610 324"
          role="img"
          aria-labelledby="states-title states-words"
        >
          <title id="states-title">A payment’s way through its statuses</title>
          <desc id="states-words">
            From created to started to submitted, then to success, or by way of capturable. Until then it can
            end as failed, cancelled or error. The table below has every step.
          </desc>
          <defs>
            <marker
              id="states-arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              orient="auto"
            >
              <path className="app-states__head" d="M0 0 8 4 0 8Z" />
            </marker>
          </defs>
          <rect className="app-states__open" x="6" y="20" width="598" height="84" rx="10" />
          {[
            "M140 62H170",
            "M290 62H320",
            "M440 62H470",
            "M530 84V150",
            "M400 84V172H470",
            "M80 104V260",
            "M230 104V260",
            "M360 104V260",
            "M500 194V282H440",
          ].map((line) => (
            <path key={line} className="app-states__arrow" d={line} markerEnd="url(#states-arrow)" />
          ))}
          {Object.entries(PLACES).map(([status, { x, y }]) => (
            <g key={status}>
              <rect
                className={status === "success" ? "app-states__box app-states__box--good" : "app-states__box"}
                x={x}
                y={y}
                width={WIDTH}
                height={HEIGHT}
                rx="6"
              />
              <text
                className={
                  status === "success" ? "app-states__name app-states__name--good" : "app-states__name"
                }
                x={x + WIDTH / 2}
                y={y + HEIGHT / 2 + 5}
                textAnchor="middle"
              >
                {status}
              </text>
            </g>
          ))}
        </svg>
        <figcaption className="govuk-body-s">
          Any status in the upper frame may also end in failed, cancelled or error.
        </figcaption>
      </figure>
      <TableOfWords
        caption="Every step that a payment can take"
        head={["From", "When", "To", "Code"]}
        rows={[...steps()].map(([key, { when, to, code, from }]) => ({
          key,
          cells: [from.map((status) => `\`${status}\``).join(", "), when, `\`${to}\``, code && `\`${code}\``],
        }))}
      />
    </>
  );
}

interface Step {
  readonly from: string[];
  readonly when: string;
  readonly to: string;
  readonly code: string;
}

/** The rows of the table of states; those that differ in where they begin alone are one. */
function steps(): Map<string, Step> {
  const found = new Map<string, Step>();
  for (const step of PAYMENT_STEPS) {
    const when = TRIGGERS[step.on] + ("if" in step ? ` (${CONDITIONS[step.if]})` : "");
    const code = "code" in step ? step.code : "";
    const key = [when, step.to, code].join(" ");
    const known = found.get(key) ?? { from: [], when, to: step.to, code };
    if (step.from !== null) known.from.push(step.from);
    found.set(key, known);
  }
  return found;
}
