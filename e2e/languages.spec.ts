import { setTimeout as sleep } from "node:timers/promises";
import { accountWith } from "./support/from-inside";
import { createPayment, listEvents, nextUrl, type Payment } from "./support/api";
import { CARDS } from "./support/cards";
import { BASE_URL } from "./support/environment";
import { GOOD_ANSWERS, pageOf, type Answers } from "./support/payer";
import { foreignWordsIn } from "./support/promises";
import { expect, findSecrets, test } from "./support/test";
import { wordsIn, type Language } from "./support/words";

const PAYERS = 200;
/** Each may have fifteen payments created a second. */
const ACCOUNTS = 10;

interface Payer {
  readonly number: number;
  readonly language: Language;
  readonly payment: Payment;
  readonly key: string;
  /** Words that stand on no other payer's pages. */
  readonly mark: string;
  readonly name: string;
}

test("two hundred payers at once, in both languages: none is shown another's words, page or payment", async () => {
  test.setTimeout(300_000);
  const keys = await Promise.all(Array.from({ length: ACCOUNTS }, async () => accountWith({})));
  const payers = await Promise.all(
    Array.from({ length: PAYERS }, async (_, number) => newPayer(number, keys[number % ACCOUNTS] ?? "")),
  );
  const found = await Promise.all(
    payers.map(async (payer) => walk(payer, payers[(payer.number + 1) % PAYERS])),
  );
  expect(found.flat()).toEqual([]);
});

async function newPayer(number: number, key: string): Promise<Payer> {
  const language = number % 2 === 0 ? "en" : "cy";
  const mark = `Mark-${number}-of-${language}`;
  const payment = await createPayment({
    key,
    language,
    description: mark,
    amount: 100_000 + number,
    reference: `R-${number}`,
  });
  return { number, language, payment, key, mark, name: `Payer ${lettersOf(number)}` };
}

/** A journey by plain requests, as a browser without script makes them. @returns what was wrong on the way. */
async function walk(payer: Payer, neighbour: Payer | undefined): Promise<string[]> {
  const { payment, language, number, name } = payer;
  const t = wordsIn(language);
  const wrong: string[] = [];
  const opened = await ask(nextUrl(payment));
  const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
  const see = async (title: string, address = pageOf(payment)) => {
    const html = await read(address, cookie);
    wrong.push(...faultsOf(html, payer, title).map((fault) => `${payer.mark}, ${title}: ${fault}`));
    // The others get their turn.
    await sleep(number % 7);
    return html;
  };
  await see(t("cardDetails.title"));
  const mistyped = { ...GOOD_ANSWERS, cardholderName: name, cardNo: CARDS.mistyped };
  const back = await send(pageOf(payment), cookie, mistyped);
  const corrected = await see(t("page.titleWithError", { title: t("cardDetails.title") }), back);
  if (!corrected.includes(t("problems.cardNo.invalid"))) wrong.push(`${payer.mark}: nothing is said`);

  if (neighbour) {
    const other = await ask(pageOf(neighbour.payment), { headers: { cookie } });
    const html = await other.text();
    if (other.status !== 403 || html.includes(neighbour.mark))
      wrong.push(`${payer.mark} sees another's page`);
  }

  const isDeclined = number % 5 === 4;
  const cardNo = isDeclined ? CARDS.declined : CARDS.visa;
  await send(pageOf(payment), cookie, { ...GOOD_ANSWERS, cardholderName: name, cardNo });
  const end = isDeclined ? "declined" : number % 5 === 3 ? "cancelledByYou" : "success";
  if (!isDeclined) {
    const shown = await see(t("confirm.title"), pageOf(payment, "confirm"));
    if (!shown.includes(name)) wrong.push(`${payer.mark} confirms somebody else's card`);
    await send(end === "success" ? pageOf(payment, "confirm") : `${pageOf(payment)}/cancel`, cookie);
  }
  await see(t(`ended.${end}.title`), pageOf(payment, "ended"));
  const events = (await listEvents(payment, payer.key)).join(", ");
  if (events !== EVENTS[end]) wrong.push(`${payer.mark} ended as ${events}`);
  return wrong;
}

const EVENTS = {
  success: "created, started, submitted, success",
  declined: "created, started, failed P0010",
  cancelledByYou: "created, started, submitted, failed P0030",
} as const;

/** What is not as it should be on a page of this payer. */
function faultsOf(html: string, { language, mark, number }: Payer, title: string): string[] {
  const marks = new Set([...html.matchAll(/Mark-\d+-of-\w\w/gu)].map(([each]) => each));
  const amount = `£1,${String(number)
    .padStart(5, "0")
    .replace(/^(\d{3})(\d\d)$/u, "$1.$2")}`;
  return [
    !html.includes(`<html lang="${language}"`) && "the page's language is another",
    !html.includes(`<title>${title}`) && `the title is ${/<title>[^<]*/u.exec(html)?.[0]}`,
    [...marks].join() !== mark && `it shows ${[...marks].join(" and ") || "nobody's payment"}`,
    !html.includes(amount) && `it does not show ${amount}`,
    ...foreignWordsIn(html, language).map((words) => `the other language says “${words}”`),
    ...findSecrets(html),
  ].filter((fault) => typeof fault === "string");
}

/** The page that an address leads to; while the bank is being asked, what comes after that. */
async function read(path: string, cookie: string): Promise<string> {
  for (let address = path; ;) {
    const answer = await ask(address, { headers: { cookie } });
    const html = await answer.text();
    const next = answer.headers.get("location");
    if (next === null && !address.endsWith("/waiting")) return html;
    if (next === null) await sleep(250);
    address = next ?? path;
  }
}

/** Sends a form. @returns where the answer leads. */
async function send(path: string, cookie: string, answers: Answers = {}): Promise<string> {
  const headers = { cookie, "Sec-Fetch-Site": "same-origin" };
  const body = new URLSearchParams(answers);
  const answer = await ask(path, { method: "POST", headers, body });
  await answer.arrayBuffer();
  return answer.headers.get("location") ?? path;
}

async function ask(address: string, init: RequestInit = {}): Promise<Response> {
  return fetch(new URL(address, BASE_URL), { ...init, redirect: "manual" });
}

/** A name has no digits. */
function lettersOf(number: number): string {
  return String(number).replaceAll(/\d/gu, (digit) => String.fromCodePoint(97 + Number(digit)));
}
