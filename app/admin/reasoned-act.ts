import { accountTime } from "@/domain/accounts/account-time";
import type { StaffCaller } from "@/domain/caller";
import { isRefused, type Refused } from "@/domain/refused";
import { whyNotReason } from "./read-answers";
import { addressOf, type ActionName, type PageName } from "./routes";
import { again, done, type ActionAsked, type Outcome } from "./staff-action";

type Asked = Pick<ActionAsked<ActionName>, "params" | "field" | "now"> & { readonly caller: StaffCaller };

interface Act<Answer> {
  /** The page of the form, and the one that says it was done. */
  readonly form: PageName;
  readonly next: PageName;
  readonly said: string;
  /** The verb; its time is the account's. */
  readonly verb: (caller: StaffCaller, now: Date) => Promise<Answer>;
  /** What each of its refusals says to staff. */
  readonly refusals: Readonly<Record<Extract<Answer, Refused>["refused"], string>>;
}

/** What staff do about one thing, with a reason that the audit keeps: the form is a reason and a button. */
export async function reasonedAct<Answer>(
  { caller, params, field, now }: Asked,
  { form, next, said, verb, refusals }: Act<Answer>,
): Promise<Outcome> {
  const reason = field("reason");
  const refuse = (text: string) => again(addressOf(form, params), [{ field: "reason", text }], { reason });
  const why = whyNotReason(reason);
  if (why !== undefined) return refuse(why);
  const answer = await verb({ ...caller, reason }, accountTime(caller.account, now));
  if (!isRefused(answer)) return done(addressOf(next, params), said);
  return refuse(refusals[answer.refused as keyof typeof refusals]);
}
