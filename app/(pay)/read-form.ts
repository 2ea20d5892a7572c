import { readLimited } from "../read-limited";

const FORM_BYTES = 64 * 1024;

/** A posted form: what was typed into it, and the files that came with it. */
export interface PostedForm {
  readonly fields: Record<string, string>;
  readonly files: Readonly<Record<string, Buffer>>;
}

/** The fields of a posted form: none where the body is no form, undefined where it is too large. */
export async function readForm(request: Request): Promise<Record<string, string> | undefined> {
  return (await readFormWithFiles(request, FORM_BYTES))?.fields;
}

/** The same with its files, up to a number of bytes in all. A file that was left empty is not there. */
export async function readFormWithFiles(
  request: Request,
  limitBytes: number,
): Promise<PostedForm | undefined> {
  // Next.js cuts off what is large on its way here (next.config.mjs), so that it may look small by now.
  if (Number(request.headers.get("content-length")) > limitBytes) return undefined;
  const body = await readLimited(request, limitBytes);
  if (!body) return undefined;
  const fields: Record<string, string> = {};
  const files: Record<string, Buffer> = {};
  try {
    const type = request.headers.get("content-type") ?? "";
    for (const [name, value] of await new Response(body, { headers: { "Content-Type": type } }).formData()) {
      if (typeof value === "string") fields[name] = value;
      else if (value.size > 0) files[name] = Buffer.from(await value.arrayBuffer());
    }
  } catch {
    return { fields: {}, files: {} };
  }
  return { fields, files };
}
