/**
 * The URL that a text is, by the WHATWG's standard; undefined where it is none. Never `URL.canParse`: once V8 has
 * compiled a busy caller of it, Node.js 20 takes `https://münchen.example/` for no URL.
 *
 * @param base what a relative URL is relative to
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
