import { TEST_CARDS, type TestCard } from "@/contract/test-cards";
import { wordsIn, type Language, type Translate } from "@/messages";
import { Details } from "./details";

/** For whoever tries out a service that is not live: which numbers do what. */
export function TestCards({ language }: { language: Language }) {
  const t = wordsIn(language);
  return (
    <Details summary={t("testCards.summary")}>
      <p>{t("testCards.how")}</p>
      <TestCardTable language={language} />
    </Details>
  );
}

/** Each number with what it does. */
export function TestCardTable({ language }: { language: Language }) {
  const t = wordsIn(language);
  return (
    <table className="govuk-table app-test-cards">
      <thead>
        <tr>
          <th scope="col">{t("testCards.number")}</th>
          <th scope="col">{t("testCards.result")}</th>
        </tr>
      </thead>
      <tbody>
        {TEST_CARDS.map((card) => (
          <tr key={`${card.number.slice(0, 6)} ${card.number.slice(-4)}`}>
            <td>
              <CardNumber digits={card.number} />
              {kindOf(card, t)}
            </td>
            <td>{t(`testCards.outcomes.${card.outcome}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** In groups as on a card. Copied they make one number, but no page of ours contains a whole card number as text. */
function CardNumber({ digits }: { digits: string }) {
  const groups = [...digits.matchAll(/\d{1,4}/gu)];
  return (
    <b>
      {groups.map(({ 0: group, index }) => (
        <span key={index}>{group}</span>
      ))}
    </b>
  );
}

function kindOf({ brand, type, corporate, prepaid }: TestCard, t: Translate): string {
  const name = { brand: t(`brands.${brand}`) };
  if (type === null) return t("testCards.kinds.unknown", name);
  if (prepaid)
    return t(corporate ? "testCards.kinds.corporatePrepaidDebit" : "testCards.kinds.prepaidDebit", name);
  if (type === "credit")
    return t(corporate ? "testCards.kinds.corporateCredit" : "testCards.kinds.credit", name);
  return t(corporate ? "testCards.kinds.corporateDebit" : "testCards.kinds.debit", name);
}
