import type { Capabilities, PspName } from "./port";

/** How the providers differ (D27, section 8): asked by name of these rows, never of the provider. */
const CAPABILITIES: Readonly<Record<PspName, Capabilities>> = {
  sandbox: {
    minimumPence: 1,
    maximumPence: 10_000_000,
    reportsFees: false,
    reportsSettlement: false,
    refundBeforeCapture: "cancel",
    supportsDisputes: true,
    supports3ds: true,
    supportsRecurring: true,
    queryableAfterMilliseconds: 0,
    confirmsCapturesLater: false,
    wantsDeviceData: false,
    refundIdempotent: true,
  },
  stripe: {
    minimumPence: 30,
    maximumPence: 10_000_000,
    reportsFees: true,
    reportsSettlement: true,
    refundBeforeCapture: "cancel",
    supportsDisputes: true,
    supports3ds: true,
    supportsRecurring: true,
    queryableAfterMilliseconds: 0,
    confirmsCapturesLater: false,
    wantsDeviceData: false,
    refundIdempotent: true,
  },
  worldpay: {
    minimumPence: 1,
    maximumPence: 500_000,
    reportsFees: false,
    reportsSettlement: false,
    refundBeforeCapture: "wait",
    supportsDisputes: false,
    supports3ds: true,
    supportsRecurring: true,
    // Five minutes after an order is made, which may be the second of a call that takes most of a minute.
    queryableAfterMilliseconds: 360_000,
    confirmsCapturesLater: true,
    wantsDeviceData: true,
    refundIdempotent: false,
  },
};

/** What a provider can do and where its limits are. Amounts are pence. */
export function capabilitiesOf(name: PspName): Capabilities {
  return CAPABILITIES[name];
}
