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
      <thead className="govuk-table__head">
        <tr>
          <th scope="col" className="govuk-table__header">
            {t("testCards.number")}
          </th>
          <th scope="col" className="govuk-table__header">
            {t("testCards.result")}
          </th>
        </tr>
      </thead>
      <tbody className="govuk-table__body">
        {TEST_CARDS.map((card) => (
          <tr key={`${card.number.slice(0, 6)} ${card.number.slice(-4)}`} className="govuk-table__row">
            <td className="govuk-table__cell">
              <CardNumber digits={card.number} />
              <span className="app-test-cards__kind">{kindOf(card, t)}</span>
            </td>
            <td className="govuk-table__cell">{t(`testCards.outcomes.${card.outcome}`)}</td>
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
    <span className="app-test-cards__number">
      {groups.map(({ 0: group, index }) => (
        <span key={index}>{group}</span>
      ))}
    </span>
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
