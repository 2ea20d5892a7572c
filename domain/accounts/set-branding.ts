import { eq } from "drizzle-orm";
import { colourProblem, type Colours } from "@/contract/colour";
import { LIMITS } from "@/contract/limits";
import { database } from "@/db/client";
import { serviceLogos, services } from "@/db/schema";
import { refused } from "../refused";
import { readRaster } from "./read-raster";

/** What to change of how a service's pages look; what is left out stays, null is the house's own. */
export interface Branding extends Partial<Colours> {
  /** A picture's bytes. */
  logo?: Buffer | null;
}

/**
 * Gives a service's payer pages its colours and logo. Colours on which text is hard to read are refused, and
 * pictures that are not small still PNG, JPEG or WebP; then nothing is changed.
 */
export async function setBranding(serviceId: string, branding: Branding, now: Date) {
  return database().transaction(async (transaction) => {
    const [service] = await transaction
      .select()
      .from(services)
      .where(eq(services.id, serviceId))
      .for("update");
    if (!service) return refused("serviceNotFound");
    const { bannerColour = service.bannerColour, buttonColour = service.buttonColour, logo } = branding;
    const problem = colourProblem({ bannerColour, buttonColour });
    if (problem) return refused(problem);
    const picture = logo ? readLogo(logo) : undefined;
    if (picture && "refused" in picture) return picture;

    await transaction.update(services).set({ bannerColour, buttonColour }).where(eq(services.id, serviceId));
    if (logo === null) await transaction.delete(serviceLogos).where(eq(serviceLogos.serviceId, serviceId));
    if (logo && picture) {
      const row = { ...picture, image: logo.toString("base64"), savedAt: now };
      await transaction
        .insert(serviceLogos)
        .values({ serviceId, ...row })
        .onConflictDoUpdate({ target: serviceLogos.serviceId, set: row });
    }
    return { bannerColour, buttonColour };
  });
}

function readLogo(logo: Buffer) {
  if (logo.length > LIMITS.logoKibibytes * 1024) return refused("logoTooLarge");
  const raster = readRaster(logo);
  if (!raster) return refused("logoNotAPicture");
  const sides = [raster.width, raster.height];
  if (sides.some((side) => side < LIMITS.logoLeastPixels || side > LIMITS.logoMostPixels))
    return refused("logoWrongSize");
  return raster;
}
