import type { ReactNode } from "react";
import "@/components/style/index.scss";

/** Only the stylesheet: each page brings its whole document, because only the page knows its language. */
export default function Layout({ children }: { children: ReactNode }) {
  return children;
}
