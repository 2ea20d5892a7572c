import type { ReactNode } from "react";
import type { CardBrand } from "@/contract/card";
import { wordsIn, type Language } from "@/messages";

/** Our own small drawings in the networks' colours; each stands beside the network's name, which says it all. */
const DRAWINGS: Readonly<Record<CardBrand, ReactNode>> = {
  visa: (
    <>
      <path fill="#1a1f71" d="M0 0h32v7H0z" />
      <path fill="#f7b600" d="M0 13h32v7H0z" />
    </>
  ),
  "master-card": (
    <>
      <circle cx="12.5" cy="10" r="6.5" fill="#eb001b" />
      <circle cx="19.5" cy="10" r="6.5" fill="#f79e1b" />
      <path fill="#ff5f00" d="M16 4.5a6.5 6.5 0 0 1 0 11 6.5 6.5 0 0 1 0-11z" />
    </>
  ),
  "american-express": (
    <>
      <path fill="#016fd0" d="M0 0h32v20H0z" />
      <path fill="#fff" d="M5 6h22v2H5zM5 12h22v2H5z" />
    </>
  ),
  "diners-club": (
    <>
      <circle cx="16" cy="10" r="7.5" fill="#0069aa" />
      <path fill="#fff" d="M14 5.2a5.2 5.2 0 0 0 0 9.6zM18 5.2a5.2 5.2 0 0 1 0 9.6z" />
    </>
  ),
  discover: (
    <>
      <path fill="#f47216" d="M32 8v12H8c11-1 19-5 24-12z" />
      <circle cx="13" cy="8" r="4" fill="#f47216" />
    </>
  ),
  jcb: (
    <>
      <path fill="#0e4c96" d="M6 3h6v14H6z" />
      <path fill="#be1833" d="M13 3h6v14h-6z" />
      <path fill="#14863a" d="M20 3h6v14h-6z" />
    </>
  ),
  unionpay: (
    <>
      <path fill="#d10429" d="M7 3h6l-3 14H4z" />
      <path fill="#00447c" d="M14 3h6l-3 14h-6z" />
      <path fill="#007b84" d="M21 3h7l-3 14h-7z" />
    </>
  ),
  maestro: (
    <>
      <circle cx="12.5" cy="10" r="6.5" fill="#00a2e5" />
      <circle cx="19.5" cy="10" r="6.5" fill="#eb001b" />
      <path fill="#7375cf" d="M16 4.5a6.5 6.5 0 0 1 0 11 6.5 6.5 0 0 1 0-11z" />
    </>
  ),
};

/** A card's network, drawn and in words. */
export function BrandName({ brand, language }: { brand: CardBrand; language: Language }) {
  return (
    <>
      <svg className="app-brands__logo" viewBox="0 0 32 20" width="32" height="20" aria-hidden="true">
        {DRAWINGS[brand]}
      </svg>
      {wordsIn(language)(`brands.${brand}`)}
    </>
  );
}
