import type { Handler } from "./handle";

/** Every address of the API with its handlers, gathered as the route modules are loaded. */
interface Address {
  readonly segments: readonly string[];
  readonly handlers: readonly Handler[];
}

const addresses: Address[] = [];

export function register(handlers: readonly Handler[]): void {
  const path = handlers[0]?.operation.path;
  if (path !== undefined) addresses.push({ segments: path.split("/"), handlers });
}

/** The handlers of a path, with what stands in place of its parameters; none for an unknown path. */
export function findHandlers(path: string): { handlers: readonly Handler[]; params: Record<string, string> } {
  const segments = path.split("/");
  for (const address of addresses) {
    const params = match(address.segments, segments);
    if (params) return { handlers: address.handlers, params };
  }
  return { handlers: [], params: {} };
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (part.startsWith("{") && segment !== "") params[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return params;
}
