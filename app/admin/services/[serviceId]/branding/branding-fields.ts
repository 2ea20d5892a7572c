import { colourProblem, contrast, TEXT_CONTRAST, type ColourProblem, type Colours } from "@/contract/colour";
import type { Problem } from "../../../flash";

export const COLOUR_FIELDS = [
  {
    name: "bannerColour",
    label: "Colour of the banner (optional)",
    hint: "Such as #0d3b47. White or dark text is put on it, whichever reads better",
  },
  {
    name: "buttonColour",
    label: "Colour of buttons (optional)",
    hint: "Such as #00573a. Their text is white",
  },
] as const satisfies readonly {
  readonly name: keyof Colours;
  readonly label: string;
  readonly hint: string;
}[];

/** Colours as they are typed: with # or without, in capitals or not; the house's own where left empty. */
export function readColours(field: (name: string) => string): Colours {
  const read = (name: string) => {
    const typed = field(name).toLowerCase().replace(/^#?/u, "#");
    return typed === "#" ? null : typed;
  };
  return { bannerColour: read("bannerColour"), buttonColour: read("buttonColour") };
}

/** What is wrong with each of them. */
export function whyNotColours(colours: Colours): Problem[] {
  return COLOUR_FIELDS.flatMap(({ name }) => {
    const problem = colourProblem({ bannerColour: null, buttonColour: null, [name]: colours[name] });
    return problem ? [{ field: name, text: WORDS[problem](colours[name] ?? "") }] : [];
  });
}

const WORDS: Readonly<Record<ColourProblem, (colour: string) => string>> = {
  notAColour: () => "Enter a colour as # and six digits or letters from a to f, like #0d3b47.",
  bannerUnreadable: () =>
    "Neither white nor dark text is easy to read on this colour. Choose a darker or a lighter one.",
  buttonUnreadable: (colour) =>
    `White text on this colour has a contrast of ${contrast(colour, "#ffffff").toFixed(1)} to 1, and needs ${TEXT_CONTRAST} to 1. Choose a darker one.`,
};
