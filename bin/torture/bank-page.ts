/** What a payer without script does at their bank: goes on from our page to the bank's, and sends one of its forms. */
export async function answerBank(page: string, cookie: string, answer: "pass" | "fail"): Promise<void> {
  const ours = await (await fetch(page, { headers: { Cookie: cookie } })).text();
  const bank = await goOn(ours, page);
  const form = bank && formsOf(bank.html).find(({ answers }) => answers.includes(answer));
  if (form) await send(new URL(form.action || bank.url, bank.url).href, { ...form.fields, answer });
}

interface Page {
  readonly url: string;
  readonly html: string;
}

/** By the link or the form that our page offers; a payer who is no longer expected is offered neither. */
async function goOn(html: string, at: string): Promise<Page | undefined> {
  const link = /<a\b[^>]*\bid="continue"[^>]*>/u.exec(html)?.[0];
  if (link !== undefined) {
    const url = new URL(attributeOf(link, "href"), at).href;
    return { url, html: await (await fetch(url)).text() };
  }
  const form = formsOf(html).find(({ hasContinue }) => hasContinue);
  if (!form) return undefined;
  const url = new URL(form.action, at).href;
  return { url, html: await (await send(url, form.fields)).text() };
}

interface Form {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** What can be answered with it. */
  readonly answers: readonly string[];
  readonly hasContinue: boolean;
}

function formsOf(html: string): Form[] {
  return Array.from(html.matchAll(/<form\b[^>]*>.*?<\/form>/gsu), ([whole]) => {
    const inputs = Array.from(whole.matchAll(/<(?:input|button)\b[^>]*\bname="[^>]*>/gu), ([tag]) => ({
      name: attributeOf(tag, "name"),
      value: attributeOf(tag, "value"),
    }));
    return {
      action: attributeOf(/^<form\b[^>]*>/u.exec(whole)?.[0] ?? "", "action"),
      fields: Object.fromEntries(inputs.map(({ name, value }) => [name, value])),
      answers: inputs.filter(({ name }) => name === "answer").map(({ value }) => value),
      hasContinue: /\bid="continue"/u.test(whole),
    };
  });
}

function attributeOf(tag: string, name: string): string {
  const value = new RegExp(`\\s${name}="([^"]*)"`, "u").exec(tag)?.[1] ?? "";
  return value.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
}

async function send(url: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });
}
