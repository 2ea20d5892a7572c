import type { CardBrand } from "@/contract/card";
import type { Language } from "@/messages";
import type * as BrandNames from "./brand-name";
import { useServed } from "./use-served";

interface Props {
  label: string;
  language: Language;
  brands: readonly CardBrand[];
  seen: CardBrand | null;
}

/** The accepted networks; those that a typed number does not belong to step back. */
export function CardBrands({ label, language, brands, seen }: Props) {
  return (
    <div className="app-brands">
      <p className="app-brands__label" id="accepted-cards">
        {label}
      </p>
      {/* Without markers beside them VoiceOver would take it for no list. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" className="app-brands__list" aria-labelledby="accepted-cards">
        {brands.map((brand) => (
          <Brand key={brand} brand={brand} language={language} seen={seen} />
        ))}
      </ul>
    </div>
  );
}

function Brand({ brand, language, seen }: { brand: CardBrand } & Pick<Props, "language" | "seen">) {
  return (
    <li className={classOf(brand, seen)} {...useServed(`brand-${brand}`, () => nameOf(brand, language))} />
  );
}

/** Logo and name, for which the browser's script has no use. */
function nameOf(brand: CardBrand, language: Language) {
  if (typeof window !== "undefined") return {};
  const { BrandName } = require("./brand-name") as typeof BrandNames;
  return { children: <BrandName brand={brand} language={language} /> };
}

function classOf(brand: CardBrand, seen: CardBrand | null): string {
  if (seen === null) return "app-brands__brand";
  return `app-brands__brand app-brands__brand--${brand === seen ? "seen" : "other"}`;
}
