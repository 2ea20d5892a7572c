import type { ReactNode } from "react";
import { connection } from "next/server";
import "@/components/style/index.scss";
import "@/components/style/staff.scss";

/** Only the stylesheets, as for the payer's pages. Made for each visit, so that scripts carry the visit's nonce. */
export default async function Layout({ children }: { children: ReactNode }) {
  await connection();
  return children;
}
