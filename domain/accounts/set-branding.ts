import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { colourProblem, type Colours } from "@/contract/colour";
import { LIMITS } from "@/contract/limits";
import { database } from "@/db/client";
import { serviceLogos, services } from "@/db/schema";
import type { Staff } from "../caller";
import { refused } from "../refused";
import { noteAct } from "../staff/note-act";
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
export async function setBranding(caller: Staff, serviceId: string, branding: Branding, now: Date) {
  return database().transaction(async (transaction) => {
    const [service] = await transaction
      .select()
      .from(services)
      .where(eq(services.id, serviceId))
      .for("update");
    if (!service) return refused("serviceNotFound");
    const { bannerColour = service.bannerColour, buttonColour = service.buttonColour, logo } = branding;
    const colours = { bannerColour, buttonColour };
    const problem = colourProblem(colours);
    if (problem) return refused(problem);
    const picture = logo ? readLogo(logo) : undefined;
    if (picture && "refused" in picture) return picture;

    const [before] = await transaction
      .select()
      .from(serviceLogos)
      .where(eq(serviceLogos.serviceId, serviceId));
    let after: Logo | undefined = before;
    await transaction.update(services).set(colours).where(eq(services.id, serviceId));
    if (logo === null) {
      await transaction.delete(serviceLogos).where(eq(serviceLogos.serviceId, serviceId));
      after = undefined;
    }
    if (logo && picture) {
      after = { ...picture, image: logo.toString("base64"), savedAt: now, serviceId };
      await transaction
        .insert(serviceLogos)
        .values(after)
        .onConflictDoUpdate({ target: serviceLogos.serviceId, set: after });
    }
    const act = {
      serviceId,
      on: { type: "service", id: serviceId },
      before: {
        bannerColour: service.bannerColour,
        buttonColour: service.buttonColour,
        logo: inWords(before),
      },
      after: { ...colours, logo: inWords(after) },
    };
    await noteAct(transaction, caller, "changeBranding", act, now);
    return colours;
  });
}

type Logo = typeof serviceLogos.$inferSelect;

/** A logo as the audit has it: enough to tell it from any other. */
function inWords(logo: Logo | undefined): string | null {
  if (!logo) return null;
  const digest = createHash("sha256").update(Buffer.from(logo.image, "base64")).digest("hex");
  return `${logo.mediaType}, ${logo.width} × ${logo.height} pixels, SHA-256 ${digest}`;
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
