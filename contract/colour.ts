/** Contrast that text has to reach on what it stands on: WCAG 2.2's level AAA, which the house's own colours keep. */
export const TEXT_CONTRAST = 7;

const WHITE = "#ffffff";
const INK = "#14232b";

/** A service's own colours, `#rrggbb`; the house's where null. */
export interface Colours {
  bannerColour: string | null;
  buttonColour: string | null;
}

export type ColourProblem = "notAColour" | "bannerUnreadable" | "buttonUnreadable";

/**
 * Why colours cannot be used; undefined when they can. A banner must let white or dark text reach 7:1. A button's
 * text is white and must reach 7:1, by which the button itself also stands out from the white sheet (3:1).
 */
export function colourProblem({ bannerColour, buttonColour }: Colours): ColourProblem | undefined {
  const given = [bannerColour, buttonColour].filter((colour) => colour !== null);
  if (given.some((colour) => !/^#[\da-f]{6}$/u.test(colour))) return "notAColour";
  if (bannerColour !== null && contrast(bannerColour, textOn(bannerColour)) < TEXT_CONTRAST)
    return "bannerUnreadable";
  if (buttonColour !== null && contrast(buttonColour, WHITE) < TEXT_CONTRAST) return "buttonUnreadable";
  return undefined;
}

/** The text colour that reads best on a ground: white or the house's ink. */
export function textOn(ground: string): string {
  return contrast(ground, WHITE) >= contrast(ground, INK) ? WHITE : INK;
}

/** How far two colours are apart in brightness, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour with some of another in it: 0 is all of the first, 1 all of the second. */
export function mix(one: string, other: string, share: number): string {
  const [from, to] = [partsOf(one), partsOf(other)];
  const mixed = from.map((part, at) => Math.round(part + ((to[at] ?? 0) - part) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function partsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
