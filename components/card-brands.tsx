import type { ReactNode } from "react";
import type { CardBrand } from "@/contract/card";

export interface BrandName {
  brand: CardBrand;
  name: string;
  /** Drawn on the server: the page's script need not know how. */
  logo: ReactNode;
}

/** The accepted networks; those that a typed number does not belong to step back. */
export function CardBrands({
  label,
  brands,
  seen,
}: {
  label: string;
  brands: readonly BrandName[];
  seen: CardBrand | null;
}) {
  return (
    <div className="app-brands">
      <p className="app-brands__label" id="accepted-cards">
        {label}
      </p>
      <ul className="app-brands__list" aria-labelledby="accepted-cards">
        {brands.map(({ brand, name, logo }) => (
          <li key={brand} className={classOf(brand, seen)}>
            {logo}
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

function classOf(brand: CardBrand, seen: CardBrand | null): string {
  if (seen === null) return "app-brands__brand";
  return `app-brands__brand app-brands__brand--${brand === seen ? "seen" : "other"}`;
}
