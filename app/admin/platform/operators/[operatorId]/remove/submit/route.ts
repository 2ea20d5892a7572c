import { isRefused } from "@/domain/refused";
import { removeOperator } from "@/domain/staff/operators";
import { addressOf } from "../../../../../routes";
import { again, done, staffAction } from "../../../../../staff-action";

export const POST = staffAction("doRemoveOperator", async ({ caller, params, now }) => {
  const outcome = await removeOperator(caller, params.operatorId ?? "", now);
  if (!isRefused(outcome))
    return done(addressOf("operators"), `${outcome.email} is not an operator any more.`);
  return again(addressOf("operators"), [{ field: "main-content", text: REFUSALS[outcome.refused] }]);
});

const REFUSALS = {
  self: "You cannot remove yourself: ask another operator to do it, so that one is always left.",
  notAllowed: "You are not an operator any more.",
  notFound: "This person is not an operator any more.",
} as const;
