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
