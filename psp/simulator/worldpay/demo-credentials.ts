import type { WorldpayCredentials } from "../../worldpay/credentials";

/** The account that the simulator always knows: for demonstrations and tests. None of it is anybody's. */
export function demoCredentials(apiBase: string): WorldpayCredentials {
  return {
    oneOff: merchant("SIMONEOFF"),
    recurringCustomerInitiated: merchant("SIMRECURRINGCIT"),
    recurringMerchantInitiated: merchant("SIMRECURRINGMIT"),
    motoMerchant: merchant("SIMMOTO"),
    threeDsFlex: {
      issuer: "0123456789abcdef01234567",
      orgUnitId: "76543210fedcba9876543210",
      jwtMacKey: "51c0ffee-0000-4000-8000-00000000beef",
    },
    settings: {
      corporateExemption: false,
      exemptionEngine: false,
      sendPayerEmail: true,
      sendPayerIp: true,
      dynamicInteractionType: false,
      idempotencyHeader: false,
    },
    apiBase,
  };
}

function merchant(merchantCode: string) {
  return { merchantCode, username: merchantCode.toLowerCase(), password: `password of ${merchantCode}` };
}
