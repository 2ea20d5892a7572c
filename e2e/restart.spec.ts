import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { freePort } from "../bin/free-port.mjs";
import { createPayment, listEvents, nextUrl } from "./support/api";
import { CARDS } from "./support/cards";
import { whatTheBankDid } from "./support/ledger";
import { ownServer } from "./support/own-server";
import { answerBank, expectHeading, giveCard } from "./support/payer";
import { expect, test } from "./support/test";
import { wordsIn } from "./support/words";

// The page keeps asking while nobody is there to answer.
test.use({ tolerated: /ERR_CONNECTION_REFUSED|Failed to fetch/u });

const t = wordsIn("en");

test("a server that is killed while a bank thinks loses nothing: started again, it leads its payer to Confirm", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const server = await ownServer();
  try {
    await server.start();
    const payment = await createPayment();
    await page.goto(server.url + new URL(nextUrl(payment)).pathname);
    await giveCard(page, { cardNo: CARDS.slow });
    await expectHeading(page, t("waiting.title"));
    await server.kill();
    await server.start();
    await expect(page.locator("h1")).toHaveText(t("confirm.title"), { timeout: 60_000 });
    expect(await listEvents(payment)).toEqual(["created", "started", "submitted"]);
    expect(await whatTheBankDid(payment)).toEqual(["authorise"]);
    await page.locator("#cancel-payment").click();
    await expectHeading(page, t("ended.cancelledByYou.title"));
    await expect.poll(async () => whatTheBankDid(payment)).toEqual(["authorise", "void"]);
  } finally {
    await server.kill();
  }
});

test("a server that is killed while its payer is at the bank takes them back when it is there again", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const server = await ownServer();
  try {
    await server.start();
    const payment = await createPayment();
    await page.goto(server.url + new URL(nextUrl(payment)).pathname);
    await giveCard(page, { cardNo: CARDS.challenge });
    await expectHeading(page, "Is it you who is paying?");
    await server.kill();
    await server.start();
    await answerBank(page, "Pass");
    await expectHeading(page, t("confirm.title"));
    expect(await whatTheBankDid(payment)).toEqual(["authorise", "complete3ds"]);
  } finally {
    await server.kill();
  }
});

test("a server that does not reach its database says so and ends, rather than be there and not answer", async () => {
  const closed = `postgres://nobody:nothing@127.0.0.1:${await freePort()}/nothing`;
  const server = spawn(process.execPath, ["server.mjs"], {
    env: { ...process.env, PORT: String(await freePort()), DATABASE_URL: closed, EXCHEQUER_DEMO: "0" },
  });
  const [said, [code]] = await Promise.all([text(server.stdout), once(server, "exit")]);
  expect(code).toBe(1);
  expect(said).toContain("The application did not start.");
});
