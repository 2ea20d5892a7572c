import type { Alarm, Desk } from "./books";
import { lapse } from "./confirm-intent";
import { decide, review } from "./disputes";
import { arrive, completePayout } from "./payouts";
import { failRefund, settleRefund } from "./refunds";

/** Does what has fallen due. What it is about may have gone another way by now. */
export function ring(desk: Desk, alarm: Alarm): void {
  const { id } = alarm;
  switch (alarm.do) {
    case "lapse":
      return lapse(desk, id);
    case "completePayout":
      return completePayout(desk, id);
    case "arrive":
      return arrive(desk, id, alarm.fails);
    case "settleRefund":
      return settleRefund(desk, id);
    case "failRefund":
      return failRefund(desk, id);
    case "review":
      return review(desk, id, alarm.ends);
    case "decide":
      return decide(desk, id, alarm.ends);
  }
}
