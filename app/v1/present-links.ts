import type { Link } from "@/contract/resource-parts";
import { publicUrl } from "@/domain/public-url";

/** A link as the API shows it: absolute, from the configured base address (D9). */
export function link(method: Link["method"], path: string): Link {
  return { href: publicUrl(path), method };
}
