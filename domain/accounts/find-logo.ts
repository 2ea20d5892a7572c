import { eq } from "drizzle-orm";
import { database } from "@/db/client";
import { serviceLogos } from "@/db/schema";

/** Names a logo's version: an address with it in can be kept for ever, since another logo has another. */
export function logoVersion({ savedAt }: { savedAt: Date }): string {
  return savedAt.getTime().toString(36);
}

/** A service's logo, if that is still the one asked for. */
export async function findLogo(
  serviceId: string,
  version: string,
): Promise<{ mediaType: string; bytes: Buffer<ArrayBuffer> } | undefined> {
  const [logo] = await database().select().from(serviceLogos).where(eq(serviceLogos.serviceId, serviceId));
  if (!logo || logoVersion(logo) !== version) return undefined;
  return { mediaType: logo.mediaType, bytes: Buffer.from(logo.image, "base64") };
}
