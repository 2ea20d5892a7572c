import { useState, type DOMAttributes } from "react";

/**
 * Props of an element whose content the server writes and no script changes. What is long is then sent once, as HTML,
 * and not once more for React, which takes what is there as it finds it: when it takes the page over, and where it has
 * to build the page anew, too, since the served one is still there then.
 *
 * @param id of the element.
 * @param make its content, as props; only ever asked on the server. What it needs is kept out of the browser's scripts by a
 * condition on `typeof window` around it, which is decided as they are built.
 */
export function useServed(id: string, make: () => Content): Content & { id: string } {
  const [served] = useState(() =>
    typeof window === "undefined" ? null : { __html: document.getElementById(id)?.innerHTML ?? "" },
  );
  return served ? { id, dangerouslySetInnerHTML: served } : { id, ...make() };
}

type Content = Pick<DOMAttributes<Element>, "children" | "dangerouslySetInnerHTML">;
