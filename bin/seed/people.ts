/** Who pays, with what and for what, in seeded payments. Nobody is meant. */

export const FIRST_NAMES =
  "Aisha Alun Amit Angharad Anna Ben Beth Bronwen Callum Carys Catrin Chidi Daniel David Eilidh Elin Emma Esther Ffion Fiona Gareth George Gwen Hannah Harpreet Huw Ivy Jack James Jean John Joseph Karim Katarzyna Lowri Mair Maria Megan Mei Mohammed Nia Niamh Olivia Owain Patrick Peter Piotr Priya Rachel Rhys Rosa Ruth Sam Sarah Siân Sofia Thomas Tomos Vikram Wei Yusuf Zainab".split(
    " ",
  );

export const SURNAMES =
  "Adeyemi Ahmed Bailey Barker Begum Bevan Brown Chen Clark Cooper Davies Edwards Ellis Evans Fernandes Fraser Griffiths Hall Harris Hughes Hussain Ibrahim Jackson James Jenkins Jones Kaur Kelly Khan Kowalski Lewis Lloyd MacDonald Mahmood Mitchell Morgan Morris Murphy Nowak O’Brien Okafor Owen Parry Patel Phillips Powell Price Pugh Rees Roberts Robinson Rowlands Shah Singh Smith Taylor Thomas Vaughan Walker Watkins Williams Wilson Wood Wright Yilmaz".split(
    " ",
  );

/** Rarer surnames are put together of these, as Ashbourne and Whitfield are. */
export const STEMS =
  "Alder Ash Black Brad Brom Burn Clay Cran Dal Dun Eller Farn Green Hart Hazel Holm Kirk Lang Lin Mars Mil Nor Oak Pem Rad Red Sher Stan Thorn Wal Whit Win".split(
    " ",
  );
export const ENDINGS =
  "bourne bridge brook bury by combe croft dale den field ford ham hurst land ley ridge shaw stead stone ton well wick wood worth".split(
    " ",
  );

/** Town and the beginning of its postcodes. */
export const TOWNS = [
  ["Aberystwyth", "SY23"],
  ["Bangor", "LL57"],
  ["Birmingham", "B16"],
  ["Bristol", "BS6"],
  ["Cardiff", "CF10"],
  ["Edinburgh", "EH3"],
  ["Leeds", "LS6"],
  ["London", "SE15"],
  ["Manchester", "M14"],
  ["Newcastle upon Tyne", "NE2"],
  ["Norwich", "NR2"],
  ["Swansea", "SA1"],
] as const;

/** What is paid for: its name in a reference, its description, the least and the most pence. */
export const PRODUCTS = [
  ["PERMIT", "Residents’ parking permit", 4500, 12_500],
  ["PCN", "Penalty charge notice", 3500, 7000],
  ["GARDEN", "Garden waste collection", 4000, 6200],
  ["ALLOT", "Allotment rent", 2800, 9400],
  ["BURIAL", "Burial plot", 89_000, 215_000],
  ["PLAN", "Planning application", 24_600, 98_000],
  ["LIB", "Library charges", 120, 2400],
  ["CERT", "Copy of a certificate", 1250, 3750],
  ["LICENCE", "Street trading licence", 7500, 48_000],
  ["COURT", "Court fee", 1900, 45_500],
] as const;

/** Cards: of a hundred, how many, with which first digits, of which brand and type. The rest of the first six varies. */
export const CARDS = [
  [34, "4000", "visa", "debit"],
  [16, "4917", "visa", "debit"],
  [14, "4444", "visa", "credit"],
  [20, "5200", "master-card", "debit"],
  [9, "5555", "master-card", "credit"],
  [4, "3714", "american-express", "credit"],
  [1, "3614", "diners-club", "credit"],
  [1, "6011", "discover", "credit"],
  [1, "3566", "jcb", "credit"],
] as const;
