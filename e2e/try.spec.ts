import { expect, test } from "@playwright/test";
import { wordsIn } from "@/messages";
import { startPostgres } from "../bin/postgres.mjs";
test("loads", async ({ page }) => {
  console.log(wordsIn("cy")("cardDetails.title"), typeof startPostgres);
  await page.goto("/");
  await expect(page.locator("h1")).toBeVisible();
});
