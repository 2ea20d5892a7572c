import type { WorldpayCredentials } from "./credentials";

/** Where Worldpay is found: its gateway, and the two pages of 3DS Flex that a payer's browser is sent to. */
export interface Endpoints {
  readonly gateway: string;
  readonly deviceCheck: string;
  readonly challenge: string;
}

const LIVE: Endpoints = {
  gateway: "https://secure.worldpay.com/jsp/merchant/xml/paymentService.jsp",
  deviceCheck: "https://centinelapi.cardinalcommerce.com/V1/Cruise/Collect",
  challenge: "https://centinelapi.cardinalcommerce.com/V2/Cruise/StepUp",
};

const TEST_BASE = "https://secure-test.worldpay.com";

/** Only what is not live may be pointed elsewhere. */
export function endpointsOf({ apiBase }: Pick<WorldpayCredentials, "apiBase">, live: boolean): Endpoints {
  if (live) return LIVE;
  const at = (path: string) => new URL(path, apiBase ?? TEST_BASE).href;
  return {
    gateway: at("/jsp/merchant/xml/paymentService.jsp"),
    deviceCheck: at("/shopper/3ds/ddc.html"),
    challenge: at("/shopper/3ds/challenge.html"),
  };
}
