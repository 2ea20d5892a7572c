import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { database } from "@/db/client";
import { auditLog } from "@/db/schema";
import { testAccount } from "../accounts/test-account";
import { findAccountStaff } from "../staff/find-caller-of";
import { testStaff } from "../staff/test-staff";
import { cancelAgreement } from "./cancel-agreement";
import { listAgreementPayments } from "./list-agreement-payments";
import { setUp, testAgreement, untakenPayment } from "./test-agreement";

test("staff who cancel an agreement leave one entry in the audit; a second try does nothing and leaves none", async () => {
  const { account, caller } = await testAccount();
  const agreement = await testAgreement(caller);
  await setUp(caller, agreement);
  const { id, email } = await testStaff({ serviceId: account.serviceId, role: "view_and_refund" });
  const member = { id, email, name: "Robin", operator: false };
  const staff = await findAccountStaff(
    { kind: "staff", member, address: "192.0.2.7", noted: { acts: 0 } },
    account.id,
  );
  if (!staff) throw new Error("Not a member");
  const asked = { ...staff, reason: "The payer has moved away" };
  expect(await cancelAgreement(asked, agreement.id, new Date())).toMatchObject({ status: "cancelled" });
  expect(await cancelAgreement(asked, agreement.id, new Date())).toMatchObject({ refused: "notActive" });
  const audit = await database().select().from(auditLog).where(eq(auditLog.resourceId, agreement.id));
  expect(audit).toMatchObject([
    {
      what: "cancelAgreement",
      who: email,
      before: { status: "active" },
      after: { status: "cancelled", reason: "The payer has moved away" },
    },
  ]);
});

test("an agreement's payments are those by its card and the one that saved it, latest first", async () => {
  const { caller } = await testAccount();
  const agreement = await testAgreement(caller);
  const first = await setUp(caller, agreement);
  const later = await untakenPayment(caller, agreement, new Date(Date.now() + 60_000));
  await setUp(caller, await testAgreement(caller));
  const listed = await listAgreementPayments(agreement, 10);
  expect(listed.map(({ id }) => id)).toEqual([later.id, first.id]);
});
