import { randomUUID } from "node:crypto";
import { z } from "zod";
import { WorldpayCredentials } from "../../worldpay/credentials";
import type { CreateProtocol, Frame, NotificationFlaw, Protocol } from "../protocol";
import { answerGateway, page } from "./answer-gateway";
import { breachesOf, describeOrder, type Bank, type World } from "./bank";
import { demoCredentials } from "./demo-credentials";
import { createBooks, type Order } from "./orders";
import { GATEWAY_PATH, subjectOf, withoutCard } from "./read-request";
import { answerPage, PAGE_PATHS } from "./three-ds-pages";
import { notificationDocument, type Journal } from "./write-notification";

const RETRY_MILLISECONDS = 15 * 60_000;
const GIVES_UP_AFTER_MILLISECONDS = 7 * 24 * 3_600_000;

/** What POST /_sim/webhooks takes under `worldpay`. */
const Settings = z.strictObject({
  /** Where notifications go: of one merchant code, or of all that have no address of their own. */
  url: z.url({ protocol: /^http$/u, hostname: /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u }).optional(),
  merchantCode: z.string().optional(),
  /** How far inquiries lag behind: Worldpay's do by about five minutes. */
  lagMilliseconds: z.int().min(0).optional(),
  /** Another account that is known, beside the demonstration's. */
  credentials: WorldpayCredentials.optional(),
});

/** Worldpay's gateway, its pages for 3D Secure and its Merchant Channel. */
export const createWorldpay: CreateProtocol = (frame) => {
  const addresses = new Map<string, string>();
  const accounts = [demoCredentials(frame.url)];
  let lagMilliseconds = 0;
  const bank: Bank = {
    books: createBooks(),
    world: worldOf(frame, (code) => addresses.get(code) ?? addresses.get("")),
  };

  const protocol: Protocol = {
    name: "worldpay",
    serves: ({ path }) => path === GATEWAY_PATH || PAGE_PATHS.includes(path),
    describe: subjectOf,
    answer: (request) => {
      if (request.path !== GATEWAY_PATH)
        return answerPage(
          bank,
          accounts.map(({ threeDsFlex }) => threeDsFlex),
          request,
        );
      return answerGateway(bank, { merchants: accounts.flatMap(merchantsOf), lagMilliseconds }, request);
    },
    failure: (status) => page(status, "Something is wrong here."),
    loggable: withoutCard,
    isAcknowledged: (status, body) => status === 200 && body === "[OK]",
    retryAfterMilliseconds: (attempts) =>
      attempts * RETRY_MILLISECONDS < GIVES_UP_AFTER_MILLISECONDS ? RETRY_MILLISECONDS : undefined,
    configure: (given) => {
      const settings = Settings.parse(given);
      if (settings.url !== undefined) addresses.set(settings.merchantCode ?? "", settings.url);
      lagMilliseconds = settings.lagMilliseconds ?? lagMilliseconds;
      if (settings.credentials) accounts.push(settings.credentials);
    },
    state: (ref) => {
      const orders = [...bank.books.orders.values()].filter(
        ({ orderCode }) => orderCode === ref || orderCode.startsWith(`${ref}-`),
      );
      return orders.length === 0 ? undefined : orders.map(describeOrder);
    },
    invariants: () => breachesOf(bank),
    reset: () => {
      bank.books.orders.clear();
      bank.books.savedCards.length = 0;
      lagMilliseconds = 0;
    },
  };
  return protocol;
};

function worldOf(frame: Frame, addressOf: (merchantCode: string) => string | undefined): World {
  const { clock } = frame;
  const send = (order: Order, journal: Journal) =>
    frame.notify({
      id: randomUUID(),
      kind: journal.type,
      ref: order.orderCode,
      // As long as a capture is not acknowledged, later ones of its merchant wait behind it.
      ...(journal.type === "CAPTURED" && { lane: order.merchantCode }),
      render: (flaw) => {
        const url = addressOf(order.merchantCode);
        if (url === undefined) return [];
        return [{ url, headers: { "content-type": "text/xml" }, body: bodyOf(order, journal, flaw) }];
      },
    });
  return {
    now: () => clock.now(),
    isDriven: () => clock.isSteered(),
    at: (when, act) => clock.after(Math.max(0, when.getTime() - clock.now().getTime()), act),
    tell: (order, journal) => {
      const wait = journal.at.getTime() - clock.now().getTime();
      if (wait > 0) clock.after(wait, () => send(order, journal));
      else send(order, journal);
    },
  };
}

/** Notifications are not signed: of the flaws only an order that is nobody's makes a difference. */
function bodyOf(order: Order, journal: Journal, flaw: NotificationFlaw | undefined): string {
  const told = flaw === "unknown-order" ? { ...order, orderCode: `unknown-${order.orderCode}` } : order;
  return notificationDocument(told, journal);
}

function merchantsOf(credentials: WorldpayCredentials) {
  const { oneOff, recurringCustomerInitiated, recurringMerchantInitiated, motoMerchant } = credentials;
  const merchants = [oneOff, recurringCustomerInitiated, recurringMerchantInitiated];
  return motoMerchant ? [...merchants, motoMerchant] : merchants;
}
