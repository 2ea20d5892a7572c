import { database, type Transaction } from "@/db/client";
import { eachInTurn } from "./each-of";

/**
 * Claims due rows, each in a transaction of its own: one that cannot be claimed must not keep the others waiting.
 *
 * @param claim gives nothing for a row that is due no more, or that another instance has locked.
 */
export async function claimEach<Key, Claimed>(
  keys: readonly Key[],
  claim: (transaction: Transaction, key: Key) => Promise<Claimed | undefined>,
): Promise<Claimed[]> {
  const claimed: Claimed[] = [];
  await eachInTurn(keys, async (key) => {
    const done = await database().transaction((transaction) => claim(transaction, key));
    if (done) claimed.push(done);
  });
  return claimed;
}
