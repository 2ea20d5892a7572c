import { DESKTOP, PHONE } from "./test";
import { LANGUAGES, type Language } from "./words";

/** How somebody pays: in which language, with or without script, on what. */
export interface Setting {
  name: string;
  language: Language;
  use: { javaScriptEnabled: boolean; viewport: typeof DESKTOP | typeof PHONE };
}

/** Every combination: for the promises that matter most. */
export const EVERY_SETTING: readonly Setting[] = LANGUAGES.flatMap((language) =>
  [true, false].flatMap((script) => [DESKTOP, PHONE].map((viewport) => setting(language, script, viewport))),
);

/** Each choice once: for promises that are kept in one place for all. */
export const TWO_SETTINGS: readonly Setting[] = [setting("en", true, DESKTOP), setting("cy", false, PHONE)];

function setting(language: Language, script: boolean, viewport: typeof DESKTOP | typeof PHONE): Setting {
  const on = viewport === PHONE ? "phone" : "desktop";
  return {
    name: `${language}, ${script ? "script" : "no script"}, ${on}`,
    language,
    use: { javaScriptEnabled: script, viewport },
  };
}
