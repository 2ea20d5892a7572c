import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { serviceLogos } from "@/db/schema";
import { setBranding } from "@/domain/accounts/set-branding";
import { staffAtServer } from "@/domain/staff/staff-of";
import { testAccount } from "@/domain/accounts/test-account";
import { testPng } from "@/domain/accounts/test-pictures";
import type { ServiceCaller } from "@/domain/caller";
import { findJourney } from "@/domain/payments/find-journey";
import { testPayment } from "@/domain/payments/test-payment";
import { GET } from "./route";

const NOW = new Date("2026-03-02T09:00:00.000Z");
let caller: ServiceCaller;
let serviceId: string;
beforeEach(async () => {
  ({ caller } = await testAccount());
  ({ serviceId } = caller.account);
});

const addressNow = async () => {
  const { id } = await testPayment(caller);
  return (await findJourney(id, new Date()))?.service.logo?.address ?? "";
};
const fetchLogo = async (address: string) => {
  const [, , id = "", version = ""] = address.split("/");
  const params = Promise.resolve({ serviceId: id, version });
  return GET(new Request(`http://localhost${address}`), { params });
};

describe("a logo's address", () => {
  test("answers with the picture as what it is, to be kept for good", async () => {
    const picture = testPng(120, 40);
    await setBranding(staffAtServer("tests"), serviceId, { logo: picture }, NOW);
    const answer = await fetchLogo(await addressNow());
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cross-origin-resource-policy": "same-origin",
    });
  });

  test("is another for another logo, and the old one is gone", async () => {
    await setBranding(staffAtServer("tests"), serviceId, { logo: testPng(120, 40) }, NOW);
    const before = await addressNow();
    await setBranding(
      staffAtServer("tests"),
      serviceId,
      { logo: testPng(60, 60) },
      new Date(NOW.getTime() + 1),
    );
    expect(await addressNow()).not.toBe(before);
    const gone = await fetchLogo(before);
    expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, "no-store"]);
    expect((await fetchLogo("/logo/nonsense/%00")).status).toBe(404);
    expect(await database().$count(serviceLogos, eq(serviceLogos.serviceId, serviceId))).toBe(1);
  });
});
