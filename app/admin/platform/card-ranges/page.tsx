import { FileInput } from "@/components/admin/file-input";
import { formatMoment } from "@/components/admin/format";
import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { LIMITS } from "@/contract/limits";
import { readPlatform } from "@/domain/accounts/operate-platform";
import { listAudit } from "@/domain/staff/list-audit";
import { addressOf } from "../../routes";
import { staffPage } from "../../staff-page";

const MOST = `${LIMITS.cardRangesKibibytes / 1024} MB`;

export default staffPage("cardRanges", async ({ csrf, flash, here }) => {
  const [{ ranges }, [latest]] = await Promise.all([
    readPlatform(),
    listAudit({ what: "loadCardRanges" }, 1),
  ]);
  return {
    title: "Card ranges",
    back: { href: addressOf("platform"), name: "The platform" },
    children: (
      <>
        <p className="govuk-body">
          {ranges.loadedAt === null
            ? "No table is loaded: cards are identified by public ranges only."
            : `${ranges.count.toLocaleString("en-GB")} ranges are in use, loaded on ${formatMoment(ranges.loadedAt)}${latest ? ` by ${latest.who}` : ""}.`}
        </p>
        <StaffForm action={`${here}/submit`} csrf={csrf} button="Load the table" withFile>
          <p className="govuk-body">
            An issuers’ table says of which brand and type a card is, whether it is a company’s or prepaid,
            and from which country. A new one takes the place of the one before, whole or not at all.
          </p>
          <FileInput
            id="table"
            name="table"
            accept=".csv,text/csv"
            text={{
              label: "Table",
              hint: `A CSV file of ${MOST} or less, its first line: from,to,brand,type,corporate,prepaid,country. Larger ones are loaded on the server by npm run load-bins`,
            }}
            error={errorOf(flash.problems, "table")}
          />
        </StaffForm>
      </>
    ),
  };
});
