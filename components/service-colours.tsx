import { headers } from "next/headers";
import { mix, textOn, type Colours } from "@/contract/colour";

interface Props extends Colours {
  /** What of the page they are for: all of it, unless a selector says otherwise. */
  within?: string;
}

/** A service's own colours for the style sheet to use, in a style that the page's policy lets through by its nonce. */
export async function ServiceColours({ bannerColour, buttonColour, within = ":root" }: Props) {
  const policy = (await headers()).get("content-security-policy") ?? "";
  const nonce = /'nonce-([^']+)'/u.exec(policy)?.[1];
  const properties = { ...bannerProperties(bannerColour), ...buttonProperties(buttonColour) };
  const lines = Object.entries(properties).map(([name, value]) => `--app-${name}:${value};`);
  if (lines.length === 0) return null;
  // Browsers hide a nonce once they have read it.
  return <style nonce={nonce} suppressHydrationWarning>{`${within}{${lines.join("")}}`}</style>;
}

function bannerProperties(colour: string | null) {
  if (colour === null) return {};
  const text = textOn(colour);
  return { banner: colour, "banner-text": text, "banner-line": mix(colour, text, 0.2) };
}

function buttonProperties(colour: string | null) {
  return colour === null ? {} : { button: colour, "button-deep": mix(colour, "#000000", 0.25) };
}
