import { readLimited } from "../read-limited";

const FORM_BYTES = 64 * 1024;

/** The fields of a posted form: none where the body is no form, undefined where it is too large. */
export async function readForm(request: Request): Promise<Record<string, string> | undefined> {
  const body = await readLimited(request, FORM_BYTES);
  if (!body) return undefined;
  try {
    const type = request.headers.get("content-type") ?? "";
    const entries = [...(await new Response(body, { headers: { "Content-Type": type } }).formData())];
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return {};
  }
}
