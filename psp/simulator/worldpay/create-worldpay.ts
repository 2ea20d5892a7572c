import { randomUUID } from "node:crypto";
import { z } from "zod";
import { WorldpayCredentials } from "../../worldpay/credentials";
import type { CreateProtocol, Frame, NotificationFlaw, Protocol } from "../protocol";
import { answerGateway, page } from "./answer-gateway";
import { breachesOf, describeOrder, ring, type Alarm, type Bank, type World } from "./bank";
import { demoCredentials } from "./demo-credentials";
import { addOrder, createBooks, keyOf, type Books, type Order } from "./orders";
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
  const bank: Bank = { books: createBooks(), world: worldOf(frame) };
  const orderOf = (key: string): Order => {
    const order = bank.books.orders.get(key);
    if (!order) throw new Error(`There is no order ${key}`);
    return order;
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
    ring: (alarm) => {
      const due = alarm as Due;
      if (due.do === "tell") notify(frame, orderOf(due.order), due.journal);
      else ring(bank, due);
    },
    render: (content, flaw) => {
      const { order: key, journal } = content as NotificationContent;
      const order = orderOf(key);
      const url = addresses.get(order.merchantCode) ?? addresses.get("");
      if (url === undefined) return [];
      return [{ url, headers: { "content-type": "text/xml" }, body: bodyOf(order, journal, flaw) }];
    },
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
      return orders.length === 0 ? undefined : orders.map((order) => describeOrder(bank, order));
    },
    invariants: () => breachesOf(bank),
    reset: () => {
      bank.books.orders.clear();
      bank.books.savedCards.length = 0;
      lagMilliseconds = 0;
    },
    keep: () => ({ books: bank.books, addresses, lagMilliseconds }) satisfies Kept,
    restore: (kept) => {
      const { books, addresses: known, lagMilliseconds: lag } = kept as Kept;
      for (const order of books.orders.values()) addOrder(bank.books, order);
      bank.books.savedCards.push(...books.savedCards);
      for (const [merchantCode, url] of known) addresses.set(merchantCode, url);
      lagMilliseconds = lag;
    },
  };
  return protocol;
};

/** Something to be told of an order, by its key. */
interface NotificationContent {
  readonly order: string;
  readonly journal: Journal;
}

/** What time brings: to an order, or to whoever is to be told of it. */
type Due = Alarm | ({ do: "tell" } & NotificationContent);

interface Kept {
  readonly books: Books;
  readonly addresses: ReadonlyMap<string, string>;
  readonly lagMilliseconds: number;
}

function worldOf(frame: Frame): World {
  const { clock } = frame;
  const until = (when: Date) => when.getTime() - clock.now().getTime();
  return {
    now: () => clock.now(),
    isDriven: () => clock.isSteered(),
    at: (when, alarm) => frame.clock.after(Math.max(0, until(when)), alarm),
    tell: (order, journal) => {
      const wait = until(journal.at);
      if (wait > 0) frame.clock.after(wait, { do: "tell", order: keyOf(order), journal } satisfies Due);
      else notify(frame, order, journal);
    },
  };
}

function notify(frame: Frame, order: Order, journal: Journal): void {
  frame.notify({
    id: randomUUID(),
    kind: journal.type,
    ref: order.orderCode,
    // As long as a capture is not acknowledged, later ones of its merchant wait behind it.
    ...(journal.type === "CAPTURED" && { lane: order.merchantCode }),
    content: { order: keyOf(order), journal } satisfies NotificationContent,
  });
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
