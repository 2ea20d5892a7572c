import { loadBins } from "@/domain/cards/load-bins";
import { addressOf } from "../../../routes";
import { again, done, staffAction } from "../../../staff-action";
import { faultsToTell } from "../faults-to-tell";

export const POST = staffAction("loadCardRanges", async ({ caller, file, now }) => {
  const here = addressOf("cardRanges");
  const table = file("table");
  if (!table) return again(here, [{ field: "table", text: "Choose a file." }]);
  const outcome = await loadBins(caller, table.toString("utf8"), now);
  if ("loaded" in outcome)
    return done(here, `${outcome.loaded.toLocaleString("en-GB")} ranges are loaded and in use.`);
  return again(
    here,
    faultsToTell(outcome.faults).map((text) => ({ field: "table", text })),
  );
});
