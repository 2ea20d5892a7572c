import { LIMITS } from "@/contract/limits";
import type { Permission } from "@/domain/staff/permissions";

/**
 * What a request to the staff's tool has to be: nobody in particular, signed in by password alone (to prove or set
 * up a second factor), signed in, or holding a permission.
 */
export type Needs = "nobody" | "password" | "signedIn" | Permission;

export interface AdminRoute {
  /** As app/admin's folders have it; `[accountId]` or `[serviceId]` in it says what the permission is about. */
  readonly path: string;
  readonly needs: Needs;
  /**
   * A page is shown; an action is posted to its path and carried out by the `submit/route.ts` in its folder; a
   * download is a file that the `route.ts` in its folder streams.
   */
  readonly is: "page" | "action" | "download";
  /** The action asks for the second factor again unless it was proved a moment ago. */
  readonly stepUp?: true;
  /** Its form brings a file in this field, of at most so many KiB. */
  readonly upload?: { readonly field: string; readonly kibibytes: number };
  /**
   * Its form posts to `submit` itself: what comes through the gate is cut off where forms end (next.config.mjs), and
   * this is larger. The doorway asks all that the gate would. proxy.ts names it too.
   */
  readonly straight?: true;
  /** Where an account's or a service's navigation names it. */
  readonly nav?: string;
}

const ACCOUNT = "/admin/accounts/[accountId]";
const PAYMENT = `${ACCOUNT}/payments/[paymentId]` as const;
const WEBHOOK = `${ACCOUNT}/webhooks/[webhookId]` as const;
const AGREEMENT = `${ACCOUNT}/agreements/[agreementId]` as const;
const PAYOUT = `${ACCOUNT}/payouts/[payoutId]` as const;

/** Named otherwise than an account's own pages: operators need no membership of its service. */
const OPERATED = "/admin/platform/accounts/[operatedId]";
const OPERATORS = "/admin/platform/operators";
const SERVICE = "/admin/services/[serviceId]";

/**
 * Every page and every action of the staff's tool, and what it takes. The gate, the doorways, the navigation and the
 * tests read this table: what has no row does not exist.
 */
export const ADMIN_ROUTES = {
  signIn: { is: "page", path: "/admin/sign-in", needs: "nobody" },
  doSignIn: { is: "action", path: "/admin/sign-in", needs: "nobody" },
  secondFactor: { is: "page", path: "/admin/second-factor", needs: "nobody" },
  proveSecondFactor: { is: "action", path: "/admin/second-factor", needs: "nobody" },
  passkey: { is: "page", path: "/admin/passkey", needs: "nobody" },
  askForPasskey: { is: "action", path: "/admin/passkey", needs: "nobody" },
  provePasskey: { is: "action", path: "/admin/passkey/answer", needs: "nobody" },
  setUpSecondFactor: { is: "page", path: "/admin/set-up-second-factor", needs: "password" },
  proveNewSecondFactor: { is: "action", path: "/admin/set-up-second-factor", needs: "password" },
  forgottenPassword: { is: "page", path: "/admin/forgotten-password", needs: "nobody" },
  askForNewPassword: { is: "action", path: "/admin/forgotten-password", needs: "nobody" },
  newPassword: { is: "page", path: "/admin/new-password/[token]", needs: "nobody" },
  setNewPassword: { is: "action", path: "/admin/new-password/[token]", needs: "nobody" },
  invitation: { is: "page", path: "/admin/invitation/[token]", needs: "nobody" },
  acceptInvitation: { is: "action", path: "/admin/invitation/[token]", needs: "nobody" },
  signOut: { is: "action", path: "/admin/sign-out", needs: "password" },

  services: { is: "page", path: "/admin", needs: "signedIn" },
  yourAccount: { is: "page", path: "/admin/your-account", needs: "signedIn" },
  recoveryCodes: { is: "page", path: "/admin/recovery-codes", needs: "signedIn" },
  renewRecoveryCodes: { is: "action", path: "/admin/recovery-codes", needs: "signedIn" },
  changePassword: { is: "page", path: "/admin/change-password", needs: "signedIn" },
  doChangePassword: { is: "action", path: "/admin/change-password", needs: "signedIn" },
  newPasskey: { is: "page", path: "/admin/new-passkey", needs: "signedIn" },
  askForNewPasskey: { is: "action", path: "/admin/new-passkey", needs: "signedIn", stepUp: true },
  addPasskey: { is: "action", path: "/admin/new-passkey/answer", needs: "signedIn" },
  removePasskey: { is: "page", path: "/admin/passkeys/[passkeyId]/remove", needs: "signedIn" },
  doRemovePasskey: {
    is: "action",
    path: "/admin/passkeys/[passkeyId]/remove",
    needs: "signedIn",
    stepUp: true,
  },

  resetSecondFactor: { is: "page", path: "/admin/reset-second-factor", needs: "resetSecondFactors" },
  doResetSecondFactor: {
    is: "action",
    path: "/admin/reset-second-factor",
    needs: "resetSecondFactors",
    stepUp: true,
  },
  platform: { is: "page", path: "/admin/platform", needs: "switchFeatures" },
  operatedAccount: { is: "page", path: OPERATED, needs: "switchFeatures" },
  switchFeatures: { is: "action", path: OPERATED, needs: "switchFeatures", stepUp: true },
  disableAccount: { is: "page", path: `${OPERATED}/disable`, needs: "disableAccounts" },
  doDisableAccount: { is: "action", path: `${OPERATED}/disable`, needs: "disableAccounts", stepUp: true },
  enableAccount: { is: "action", path: `${OPERATED}/enable`, needs: "disableAccounts", stepUp: true },
  openLiveAccount: {
    is: "action",
    path: "/admin/platform/go-live/[operatedServiceId]",
    needs: "createServices",
    stepUp: true,
  },
  switchMaintenance: {
    is: "action",
    path: "/admin/platform/maintenance",
    needs: "switchMaintenance",
    stepUp: true,
  },
  cardRanges: { is: "page", path: "/admin/platform/card-ranges", needs: "loadCardRanges" },
  loadCardRanges: {
    is: "action",
    path: "/admin/platform/card-ranges",
    needs: "loadCardRanges",
    upload: { field: "table", kibibytes: LIMITS.cardRangesKibibytes },
    straight: true,
  },
  operators: { is: "page", path: OPERATORS, needs: "manageOperators" },
  inviteOperator: { is: "action", path: OPERATORS, needs: "manageOperators", stepUp: true },
  withdrawOperatorInvitation: {
    is: "action",
    path: `${OPERATORS}/invitations/[invitationId]/withdraw`,
    needs: "manageOperators",
  },
  removeOperator: { is: "page", path: `${OPERATORS}/[operatorId]/remove`, needs: "manageOperators" },
  doRemoveOperator: {
    is: "action",
    path: `${OPERATORS}/[operatorId]/remove`,
    needs: "manageOperators",
    stepUp: true,
  },
  newService: { is: "page", path: "/admin/new-service", needs: "createServices" },
  createService: { is: "action", path: "/admin/new-service", needs: "createServices", stepUp: true },

  find: { is: "page", path: "/admin/find", needs: "signedIn" },

  overview: { is: "page", path: `${ACCOUNT}/overview`, needs: "viewPayments", nav: "Overview" },
  alert: { is: "page", path: `${ACCOUNT}/alerts/[alertId]`, needs: "viewPayments" },
  settleAlert: { is: "action", path: `${ACCOUNT}/alerts/[alertId]`, needs: "settleAlerts" },

  payments: { is: "page", path: `${ACCOUNT}/payments`, needs: "viewPayments", nav: "Payments" },
  paymentsCsv: { is: "download", path: `${ACCOUNT}/payments.csv`, needs: "viewPayments" },
  payment: { is: "page", path: PAYMENT, needs: "viewPayments" },
  refundPayment: { is: "page", path: `${PAYMENT}/refund`, needs: "refundPayments" },
  doRefundPayment: { is: "action", path: `${PAYMENT}/refund`, needs: "refundPayments" },
  decideRefund: { is: "page", path: `${PAYMENT}/refunds/[refundId]/decide`, needs: "refundPayments" },
  doDecideRefund: { is: "action", path: `${PAYMENT}/refunds/[refundId]/decide`, needs: "refundPayments" },
  cancelPayment: { is: "page", path: `${PAYMENT}/cancel`, needs: "cancelPayments" },
  doCancelPayment: { is: "action", path: `${PAYMENT}/cancel`, needs: "cancelPayments" },
  capturePayment: { is: "page", path: `${PAYMENT}/capture`, needs: "capturePayments" },
  doCapturePayment: { is: "action", path: `${PAYMENT}/capture`, needs: "capturePayments" },

  agreements: { is: "page", path: `${ACCOUNT}/agreements`, needs: "viewPayments", nav: "Agreements" },
  agreement: { is: "page", path: AGREEMENT, needs: "viewPayments" },
  cancelAgreement: { is: "page", path: `${AGREEMENT}/cancel`, needs: "cancelAgreements" },
  doCancelAgreement: { is: "action", path: `${AGREEMENT}/cancel`, needs: "cancelAgreements" },

  disputes: { is: "page", path: `${ACCOUNT}/disputes`, needs: "viewPayments", nav: "Disputes" },
  dispute: { is: "page", path: `${ACCOUNT}/disputes/[disputeId]`, needs: "viewPayments" },

  payouts: { is: "page", path: `${ACCOUNT}/payouts`, needs: "viewPayments", nav: "Payouts" },
  payout: { is: "page", path: PAYOUT, needs: "viewPayments" },
  payoutCsv: { is: "download", path: `${PAYOUT}/parts.csv`, needs: "viewPayments" },

  reports: { is: "page", path: `${ACCOUNT}/reports`, needs: "viewPayments", nav: "Reports" },
  reportCsv: { is: "download", path: `${ACCOUNT}/reports.csv`, needs: "viewPayments" },

  settings: { is: "page", path: `${ACCOUNT}/settings`, needs: "manageSettings", nav: "Settings" },
  credentials: {
    is: "page",
    path: `${ACCOUNT}/credentials`,
    needs: "manageCredentials",
    nav: "Payment provider",
  },
  saveCredentials: { is: "action", path: `${ACCOUNT}/credentials`, needs: "manageCredentials" },
  branding: { is: "page", path: `${SERVICE}/branding`, needs: "manageSettings", nav: "Colours and logo" },
  changeBranding: {
    is: "action",
    path: `${SERVICE}/branding`,
    needs: "manageSettings",
    upload: { field: "logo", kibibytes: LIMITS.logoKibibytes },
  },
  names: { is: "page", path: `${SERVICE}/names`, needs: "manageSettings", nav: "Names" },
  nameService: { is: "action", path: `${SERVICE}/names`, needs: "manageSettings" },
  changeSettings: { is: "action", path: `${ACCOUNT}/settings`, needs: "manageSettings" },

  apiKeys: { is: "page", path: `${ACCOUNT}/api-keys`, needs: "manageApiKeys", nav: "API keys" },
  createApiKey: { is: "action", path: `${ACCOUNT}/api-keys`, needs: "manageApiKeys" },
  revokeApiKey: { is: "page", path: `${ACCOUNT}/api-keys/[keyId]/revoke`, needs: "manageApiKeys" },
  doRevokeApiKey: { is: "action", path: `${ACCOUNT}/api-keys/[keyId]/revoke`, needs: "manageApiKeys" },

  webhooks: { is: "page", path: `${ACCOUNT}/webhooks`, needs: "manageWebhooks", nav: "Webhooks" },
  newWebhook: { is: "page", path: `${ACCOUNT}/new-webhook`, needs: "manageWebhooks" },
  createWebhook: { is: "action", path: `${ACCOUNT}/new-webhook`, needs: "manageWebhooks" },
  webhook: { is: "page", path: WEBHOOK, needs: "manageWebhooks" },
  editWebhook: { is: "page", path: `${WEBHOOK}/edit`, needs: "manageWebhooks" },
  doEditWebhook: { is: "action", path: `${WEBHOOK}/edit`, needs: "manageWebhooks" },
  pauseWebhook: { is: "action", path: `${WEBHOOK}/pause`, needs: "manageWebhooks" },
  resumeWebhook: { is: "action", path: `${WEBHOOK}/resume`, needs: "manageWebhooks" },
  tryWebhook: { is: "action", path: `${WEBHOOK}/try`, needs: "manageWebhooks" },
  webhookSecret: { is: "page", path: `${WEBHOOK}/secret`, needs: "manageWebhooks" },
  showWebhookSecret: { is: "action", path: `${WEBHOOK}/secret`, needs: "manageWebhooks", stepUp: true },
  rotateWebhookSecret: {
    is: "action",
    path: `${WEBHOOK}/secret/rotate`,
    needs: "manageWebhooks",
    stepUp: true,
  },
  retireWebhookSecret: {
    is: "action",
    path: `${WEBHOOK}/secret/retire`,
    needs: "manageWebhooks",
    stepUp: true,
  },
  webhookMessage: { is: "page", path: `${WEBHOOK}/messages/[messageId]`, needs: "manageWebhooks" },
  redeliverMessages: { is: "action", path: `${WEBHOOK}/redeliver`, needs: "manageWebhooks" },
  requestLog: { is: "page", path: `${ACCOUNT}/request-log`, needs: "viewRequestLog", nav: "Request log" },
  loggedRequest: { is: "page", path: `${ACCOUNT}/request-log/[entryId]`, needs: "viewRequestLog" },

  testTools: { is: "page", path: `${ACCOUNT}/test-tools`, needs: "useTestTools", nav: "Test tools" },
  createDemoPayment: { is: "action", path: `${ACCOUNT}/test-tools/payment`, needs: "useTestTools" },
  moveClock: { is: "action", path: `${ACCOUNT}/test-tools/clock`, needs: "useTestTools" },
  mailbox: { is: "page", path: `${ACCOUNT}/mailbox`, needs: "useTestTools" },
  mailboxEmail: { is: "page", path: `${ACCOUNT}/mailbox/[emailId]`, needs: "useTestTools" },

  audit: { is: "page", path: `${SERVICE}/audit`, needs: "viewAudit", nav: "Audit" },
  auditCsv: { is: "download", path: `${SERVICE}/audit.csv`, needs: "viewAudit" },
  verifyAudit: { is: "action", path: `${SERVICE}/audit/verify`, needs: "viewAudit" },
  platformAudit: { is: "page", path: "/admin/platform/audit", needs: "viewPlatformAudit" },
  platformAuditCsv: { is: "download", path: "/admin/platform/audit.csv", needs: "viewPlatformAudit" },
  verifyPlatformAudit: { is: "action", path: "/admin/platform/audit/verify", needs: "viewPlatformAudit" },

  team: { is: "page", path: `${SERVICE}/team`, needs: "manageTeam", nav: "Team" },
  changeRole: {
    is: "action",
    path: `${SERVICE}/team/[staffId]/role`,
    needs: "manageTeam",
    stepUp: true,
  },
  removeMember: { is: "page", path: `${SERVICE}/team/[staffId]/remove`, needs: "manageTeam" },
  doRemoveMember: {
    is: "action",
    path: `${SERVICE}/team/[staffId]/remove`,
    needs: "manageTeam",
    stepUp: true,
  },
  withdrawInvitation: {
    is: "action",
    path: `${SERVICE}/team/invitations/[invitationId]/withdraw`,
    needs: "manageTeam",
  },
  inviteStaff: { is: "action", path: `${SERVICE}/team/invite`, needs: "manageTeam", stepUp: true },
} as const satisfies Record<string, AdminRoute>;

export type AdminRoutes = typeof ADMIN_ROUTES;
export type RouteName = keyof AdminRoutes;

type OfKind<Kind extends AdminRoute["is"]> = {
  [Name in RouteName]: AdminRoutes[Name]["is"] extends Kind ? Name : never;
}[RouteName];

export type PageName = OfKind<"page">;
export type ActionName = OfKind<"action">;
export type DownloadName = OfKind<"download">;

export type Params = Readonly<Record<string, string>>;

/** The address of a route, its parameters filled in. */
export function addressOf(name: RouteName, params: Params = {}): string {
  return ADMIN_ROUTES[name].path.replace(/\[(\w+)\]/gu, (_, key: string) =>
    encodeURIComponent(params[key] ?? ""),
  );
}

/** The routes at a path, with what stands in place of its parameters; none for an unknown path. */
export function routesAt(path: string): { names: readonly RouteName[]; params: Params } {
  const segments = path.split("/");
  let params: Params = {};
  const names = NAMES.filter((name) => {
    const matched = match(ADMIN_ROUTES[name].path.split("/"), segments);
    if (matched) params = matched;
    return matched !== undefined;
  });
  return { names, params };
}

const NAMES = Object.keys(ADMIN_ROUTES) as RouteName[];

function match(pattern: readonly string[], segments: readonly string[]): Params | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (part.startsWith("[") && segment !== "") params[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return params;
}
