const BARRED = /[<>"\\|]/u;

/** Whether an Accept header admits JSON; absent means anything goes (D3). */
export function admitsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === "") return true;
  return accept.split(",").some((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const refused = parameters.some((parameter) => /^q=0(?:\.0*)?$/u.test(parameter));
    return !refused && ["*/*", "application/*", "application/json"].includes(type);
  });
}

/** Whether a body is announced as JSON (D3). */
export function isJsonType(contentType: string | undefined): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";
}

/** Whether any string in the body, key or value, has one of the barred characters (section 7.5, D3). */
export function hasBarredCharacters(value: unknown): boolean {
  if (typeof value === "string") return BARRED.test(value);
  if (Array.isArray(value)) return value.some(hasBarredCharacters);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => BARRED.test(key) || hasBarredCharacters(item));
}
