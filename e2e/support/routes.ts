import { SOURCES } from "../../tidy/repository";

/** What somebody finds at an address: a page of a person's, or what machines ask for. */
export type Kind = "page" | "machine";

export interface Route {
  readonly file: string;
  readonly kind: Kind;
  /** The address, `*` for a payment's id. */
  readonly address: string;
}

/** Whom each top folder of app is for. One that is not here has nobody who has thought about its headers. */
const KINDS: Readonly<Record<string, Kind>> = {
  "(pay)": "page",
  admin: "page",
  docs: "page",
  v1: "machine",
  cron: "machine",
  "csp-report": "machine",
  healthcheck: "machine",
  metrics: "machine",
  notifications: "machine",
};

/** Stands among the pages, since it is theirs, and is no page. */
const PICTURES = /^app\/\(pay\)\/logo\//u;

/** What stands in an address where the folder has a name in brackets. Unknown to us, but for a few. */
const PARAMETERS: Readonly<Record<string, string>> = {
  "[paymentId]": "*",
  "[operation]": "createPayment",
  "[job]": "expire",
  "[psp]": "stripe",
  "[problem]": "not-found",
  "[...path]": "no/such",
};

/** Every address that there is a file for, as the tree of app says. */
export const ROUTES: readonly Route[] = SOURCES.filter((file) =>
  /^app\/(?:.*\/)?(?:page|route)\.tsx?$/u.test(file),
).map((file) => ({ file, kind: kindOf(file), address: addressOf(file) }));

function kindOf(file: string): Kind {
  const folder = file.split("/")[1] ?? "";
  const kind = PICTURES.test(file) ? "machine" : KINDS[folder];
  if (!kind) throw new Error(`${file}: say in e2e/support/routes.ts whom app/${folder} is for.`);
  return kind;
}

function addressOf(file: string): string {
  const parts = file.split("/").slice(1, -1);
  const named = parts.filter((part) => !part.startsWith("("));
  return `/${named.map((part) => (part.startsWith("[") ? (PARAMETERS[part] ?? "nonsense") : part)).join("/")}`;
}
