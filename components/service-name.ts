import type { Journey } from "@/contract/page";

/** Whose page it is, as header and footer say it. */
export interface PageOwner {
  name: string;
  organisation: string;
  live: boolean;
}

/** The service's name in the payer's language, where it has one. */
export function serviceName({ language, service }: Journey): string {
  return (language === "cy" && service.nameCy) || service.nameEn;
}

export function ownerOf(journey: Journey): PageOwner {
  const { organisation, live } = journey.service;
  return { name: serviceName(journey), organisation, live };
}
