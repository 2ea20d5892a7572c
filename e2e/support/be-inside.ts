import { databaseUrl, readData } from "./environment";

/** Lets the service's own code run here, on its database and with its secret. */
export function beInside(): void {
  process.env.DATABASE_URL ??= databaseUrl();
  process.env.EXCHEQUER_SECRET ??= readData("secret");
}
