import type { Language } from ".";

/**
 * Words for when something of ours has failed. Apart from the catalogues, because the browser needs them without
 * the server and should not carry every other message for it.
 */
export const FAULT_WORDS: Readonly<
  Record<Language, { title: string; why: string; next: string; reference: string }>
> = {
  en: {
    title: "Sorry, there is a problem with these pages",
    why: "It is a technical problem, and not your fault.",
    next: "Try again in a few minutes. If you were paying, do not start a second payment before the service you are paying has told you how the first one stands.",
    reference: "If you ask for help, quote this reference:",
  },
  cy: {
    title: "Mae’n ddrwg gennym, mae problem gyda’r tudalennau hyn",
    why: "Problem dechnegol yw hi, ac nid eich bai chi.",
    next: "Rhowch gynnig arall arni mewn ychydig funudau. Os oeddech yn talu, peidiwch â dechrau ail daliad cyn i’r gwasanaeth rydych yn ei dalu ddweud wrthych beth sydd wedi digwydd i’r cyntaf.",
    reference: "Os byddwch yn gofyn am help, nodwch y cyfeirnod hwn:",
  },
};
