import type { ReactNode } from "react";

/** How a payment ended, said once and clearly. */
export function EndingPanel({
  good,
  title,
  children,
}: {
  good: boolean;
  title: string;
  children: ReactNode;
}) {
  return (
    <div className={good ? "app-ending-panel app-ending-panel--good" : "app-ending-panel"}>
      {good ? <Tick /> : null}
      <h1 className="app-ending-panel__title">{title}</h1>
      <div className="app-ending-panel__body">{children}</div>
    </div>
  );
}

function Tick() {
  return (
    <svg
      className="app-ending-panel__tick"
      viewBox="0 0 48 48"
      width="48"
      height="48"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="24" cy="24" r="22" fill="none" stroke="currentColor" strokeWidth="3" />
      <path d="m14 25 7 7 13-15" fill="none" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
