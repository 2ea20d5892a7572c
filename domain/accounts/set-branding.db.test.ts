import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { auditLog, services } from "@/db/schema";
import { findJourney } from "../payments/find-journey";
import { testPayment } from "../payments/test-payment";
import type { ServiceCaller } from "../caller";
import { newId } from "../new-id";
import { staffAtServer } from "../staff/staff-of";
import { setBranding } from "./set-branding";
import { testAccount } from "./test-account";
import { testPng } from "./test-pictures";

const NOW = new Date("2026-03-02T09:00:00.000Z");
const staff = staffAtServer("tests");
let caller: ServiceCaller;
let serviceId: string;
beforeEach(async () => {
  ({ caller } = await testAccount());
  ({ serviceId } = caller.account);
});

const lookNow = async () => {
  const { id } = await testPayment(caller);
  const { colours, logo } = (await findJourney(id, new Date()))?.service ?? {};
  return { colours, logo };
};
const HOUSE = { colours: { bannerColour: null, buttonColour: null }, logo: null };
describe("a service's look", () => {
  test("is the house's until it has one, and again when it gives that up", async () => {
    expect(await lookNow()).toEqual(HOUSE);
    const colours = { bannerColour: "#3b2a5c", buttonColour: "#003078" };
    expect(await setBranding(staff, serviceId, { ...colours, logo: testPng(120, 40) }, NOW)).toEqual(colours);
    const look = await lookNow();
    expect(look).toMatchObject({ colours, logo: { width: 120, height: 40 } });
    await setBranding(staff, serviceId, { bannerColour: null, buttonColour: null, logo: null }, NOW);
    expect(await lookNow()).toEqual(HOUSE);
  });

  test("keeps what is not mentioned", async () => {
    await setBranding(staff, serviceId, { bannerColour: "#3b2a5c", logo: testPng(120, 40) }, NOW);
    await setBranding(staff, serviceId, { buttonColour: "#003078" }, NOW);
    expect(await lookNow()).toMatchObject({
      colours: { bannerColour: "#3b2a5c", buttonColour: "#003078" },
      logo: { width: 120 },
    });
  });

  test.each([
    ["notAColour", { bannerColour: "red" }],
    ["bannerUnreadable", { bannerColour: "#808080" }],
    ["buttonUnreadable", { buttonColour: "#ffdd00" }],
    ["logoNotAPicture", { logo: Buffer.from("<svg/>") }],
    ["logoNotAPicture", { logo: Buffer.alloc(0) }],
    ["logoTooLarge", { logo: Buffer.concat([testPng(100, 100), Buffer.alloc(101 * 1024)]) }],
    ["logoWrongSize", { logo: testPng(8, 100) }],
    ["logoWrongSize", { logo: testPng(2001, 20) }],
  ])("is refused as %s, and nothing of it is kept", async (why, change) => {
    const before = { bannerColour: "#3b2a5c", logo: testPng(120, 40) };
    await setBranding(staff, serviceId, before, NOW);
    const look = await lookNow();
    const asked = { buttonColour: "#003078", logo: testPng(99, 99), ...change };
    expect(await setBranding(staff, serviceId, asked, NOW)).toMatchObject({ refused: why });
    expect(await lookNow()).toEqual(look);
  });

  test("is noted in the audit, before and after, and so is a logo that only its bytes tell apart", async () => {
    const logo = testPng(120, 40);
    await setBranding(staff, serviceId, { bannerColour: "#3b2a5c", logo }, NOW);
    await setBranding(staff, serviceId, { logo: Buffer.concat([logo, Buffer.alloc(1)]) }, NOW);
    await setBranding(staff, serviceId, { bannerColour: "#808080" }, NOW);
    const entries = await database().select().from(auditLog).where(eq(auditLog.serviceId, serviceId));
    const [first, second] = entries;
    expect(entries).toHaveLength(2);
    expect(first).toMatchObject({
      what: "changeBranding",
      before: { bannerColour: null, logo: null },
      after: {
        bannerColour: "#3b2a5c",
        logo: expect.stringMatching(/^image\/png, 120 × 40 pixels, SHA-256 [\da-f]{64}$/u) as string,
      },
    });
    expect(second?.before).toEqual(first?.after);
    expect(second?.after).not.toEqual(second?.before);
  });

  test("is no other service's, nor that of one that is not there", async () => {
    const other = await testAccount();
    await setBranding(staff, serviceId, { bannerColour: "#3b2a5c" }, NOW);
    const [theirs] = await database().select().from(services).where(eq(services.id, other.account.serviceId));
    expect(theirs?.bannerColour).toBeNull();
    expect(await setBranding(staff, newId(NOW), { bannerColour: "#3b2a5c" }, NOW)).toMatchObject({
      refused: "serviceNotFound",
    });
  });
});
