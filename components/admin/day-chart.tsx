import { formatPounds } from "@/messages/format";
import { formatDate } from "./format";

interface Day {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly pence: number;
}

const HEIGHT = 120;
const STEP = 20;
const BAR = 14;

/** A bar for each day, drawn in the page itself. What it says in a picture, the table beside it says in figures. */
export function DayChart({ name, days }: { name: string; days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ pence }) => pence));
  const width = days.length * STEP;
  return (
    <figure className="app-chart">
      <figcaption className="govuk-body app-chart__name">
        {name}; the highest bar is {formatPounds(most === 1 ? 0 : most)}
      </figcaption>
      <svg
        className="app-chart__bars"
        viewBox={`0 0 ${width} ${HEIGHT + 1}`}
        role="img"
        aria-label={`${name}. The figures are in the table that follows.`}
        preserveAspectRatio="none"
      >
        {days.map(({ day, pence }, index) => {
          const height = pence === 0 ? 0 : Math.max(1, Math.round((pence / most) * HEIGHT));
          return (
            <rect
              key={day}
              className="app-chart__bar"
              x={index * STEP + (STEP - BAR) / 2}
              y={HEIGHT - height}
              width={BAR}
              height={height}
            />
          );
        })}
        <path className="app-chart__ground" d={`M0 ${HEIGHT + 0.5}h${width}`} />
      </svg>
      <p className="app-chart__days" aria-hidden="true">
        <span>{formatDate(days[0]?.day ?? "")}</span>
        <span>{formatDate(days.at(-1)?.day ?? "")}</span>
      </p>
    </figure>
  );
}
