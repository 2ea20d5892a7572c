import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { database } from "@/db/client";
import { pageVisits } from "@/db/schema";
import { testAccount } from "../accounts/test-account";
import { notePageVisit } from "./note-page-visit";
import { testPayment } from "./test-payment";

test("visits are counted per page, with the first and the last, in whatever order they are noted", async () => {
  const { caller } = await testAccount();
  const payment = await testPayment(caller);
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute));
  await notePageVisit(payment, "card-details", at(5));
  await Promise.all([3, 9, 4].map(async (minute) => notePageVisit(payment, "card-details", at(minute))));
  await notePageVisit(payment, "confirm", at(10));
  const visits = await database().select().from(pageVisits).where(eq(pageVisits.paymentId, payment.id));
  const { serviceId, id: paymentId } = payment;
  expect(visits).toHaveLength(2);
  expect(visits).toContainEqual({
    serviceId,
    paymentId,
    page: "card-details",
    firstAt: at(3),
    lastAt: at(9),
    visits: 4,
  });
  expect(visits).toContainEqual({
    serviceId,
    paymentId,
    page: "confirm",
    firstAt: at(10),
    lastAt: at(10),
    visits: 1,
  });
});
