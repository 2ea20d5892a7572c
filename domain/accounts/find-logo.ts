import { eq } from "drizzle-orm";
import { database } from "@/db/client";
import { serviceLogos } from "@/db/schema";

type Logo = typeof serviceLogos.$inferSelect;

/** A logo as pages show it; its address can be kept for ever, since another logo has another. */
export function logoAsShown(serviceId: string, logo: Pick<Logo, "savedAt" | "width" | "height">) {
  const { width, height } = logo;
  return { address: `/logo/${serviceId}/${versionOf(logo)}`, width, height };
}

/** The logo that a service has now, as pages show it. */
export async function findLogoNow(serviceId: string) {
  const [logo] = await database().select().from(serviceLogos).where(eq(serviceLogos.serviceId, serviceId));
  return logo ? logoAsShown(serviceId, logo) : null;
}

/** A service's logo, if that is still the one asked for. */
export async function findLogo(
  serviceId: string,
  version: string,
): Promise<{ mediaType: string; bytes: Buffer<ArrayBuffer> } | undefined> {
  const [logo] = await database().select().from(serviceLogos).where(eq(serviceLogos.serviceId, serviceId));
  if (!logo || versionOf(logo) !== version) return undefined;
  return { mediaType: logo.mediaType, bytes: Buffer.from(logo.image, "base64") };
}

function versionOf({ savedAt }: Pick<Logo, "savedAt">): string {
  return savedAt.getTime().toString(36);
}
