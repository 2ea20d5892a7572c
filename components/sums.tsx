"use client";

import { useFoundCard } from "./card-look-up";

interface Props {
  texts: { amount: string; fee: string; total: string };
  /** As they stand; with script a corporate card's fee joins them while its number is typed. */
  sums: { amount: string; fee: string | null; total: string };
}

/** What is paid: the total, and where a fee is part of it, what it is made of. */
export function Sums({ texts, sums }: Props) {
  const found = useFoundCard()?.words.surcharge;
  const fee = found?.fee ?? sums.fee;
  return (
    <>
      {fee !== null && (
        <>
          <div className="app-receipt__sum">
            <dt>{texts.amount}</dt>
            <dd>{sums.amount}</dd>
          </div>
          <div className="app-receipt__sum">
            <dt>{texts.fee}</dt>
            <dd id="fee">{fee}</dd>
          </div>
        </>
      )}
      <div className="app-receipt__total">
        <dt>{texts.total}</dt>
        <dd id="amount">{found?.total ?? sums.total}</dd>
      </div>
    </>
  );
}
