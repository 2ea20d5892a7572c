import type { Journey } from "@/contract/page";

/** Whose page it is, as header and footer say it. */
export interface PageOwner extends Pick<Journey["service"], "organisation" | "live" | "colours" | "logo"> {
  name: string;
}

/** The service's name in the payer's language, where it has one. */
export function serviceName({ language, service }: Journey): string {
  return (language === "cy" && service.nameCy) || service.nameEn;
}

export function ownerOf(journey: Journey): PageOwner {
  const { organisation, live, colours, logo } = journey.service;
  return { name: serviceName(journey), organisation, live, colours, logo };
}
