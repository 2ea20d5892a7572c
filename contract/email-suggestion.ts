/** Where most payers have their mail; a near miss of one of these is more likely a slip than an address. */
const POPULAR = [
  "gmail.com",
  "googlemail.com",
  "hotmail.com",
  "hotmail.co.uk",
  "outlook.com",
  "yahoo.com",
  "yahoo.co.uk",
  "icloud.com",
  "live.co.uk",
  "btinternet.com",
  "sky.com",
  "virginmedia.com",
  "ntlworld.com",
  "talktalk.net",
  "blueyonder.co.uk",
  "protonmail.com",
  "aol.com",
];

/** Real domains that are one slip away from a popular one. */
const REAL = new Set([
  "mail.com",
  "ymail.com",
  "email.com",
  "hotmail.co",
  "live.com",
  "yahoo.co",
  "outlook.co",
  "sky.co",
]);

/**
 * What an email address was probably meant to be, when its domain is one slip (a letter missing, added, wrong
 * or swapped with its neighbour) away from a well-known one; null when nothing looks wrong.
 */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf("@");
  if (at < 1) return null;
  const domain = email.slice(at + 1).toLowerCase();
  if (POPULAR.includes(domain) || REAL.has(domain)) return null;
  // In short names one slip is too much of the whole to tell.
  const meant = POPULAR.find((popular) => popular.length >= 9 && isOneSlipAway(domain, popular));
  return meant ? email.slice(0, at + 1) + meant : null;
}

function isOneSlipAway(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false;
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  const [a, b] = [typed.slice(start), meant.slice(start)];
  return (
    a.slice(1) === b || // a letter too many
    a === b.slice(1) || // one missing
    a.slice(1) === b.slice(1) || // one wrong
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)) // two swapped
  );
}
