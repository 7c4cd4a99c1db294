import type { Finder } from '../../../shared/label.ts';
import { labelCodeOf } from '../../../shared/label-code.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import type { Caller } from '../../database/caller.ts';
import { ask } from '../../database/prepared.ts';
import type { Transactions } from '../../database/transactions.ts';
import { GOOD_FOR_MINUTES } from '../../mail/letter.ts';
import { notFound } from '../../refusal.ts';
import type { PreCompanyFeature } from '../feature.ts';

/** An invalid code is looked up as an unused one, so that both take the same time. */
const NO_CODE = '';

/** The label's set, if the signed-in caller may see it. */
async function setFor(
  transactions: Transactions,
  caller: Caller | null,
  code: string,
): Promise<number | null> {
  if (!caller?.member) return null;
  return transactions.forCompanyReadOnly(caller.sid, async (tx, { member }) => {
    if (!member || !hasPermission(member, 'key:view')) return null;
    const rows = await ask<{ id: number | null }>(
      tx,
      'select key_bunch_id as id from labels where token = $1',
      [code],
    );
    return rows[0]?.id ?? null;
  });
}

/**
 * Target of a label's code: the set for those who may see it, the finder line for others, nothing for an unused code. Finders' data comes
 * from a function that reads nothing else.
 */
const getFinder: PreCompanyFeature<'getFinder'> = async (call): Promise<Finder> => {
  const { transactions, attempts, address, caller, params } = call;
  const code = labelCodeOf(params.code) ?? NO_CODE;
  const keyBunchId = await setFor(transactions, caller, code);
  if (keyBunchId) return { keyBunchId, finder: null };
  // Counted before the lookup, so that used and unused codes take the same time; used ones are answered despite others' guesses.
  const [guess, [finder]] = await Promise.all([
    attempts.scan(address).catch((refused: unknown) => refused),
    transactions.forSystem((tx) =>
      ask<NonNullable<Finder['finder']>>(tx, 'select line, company from finder_of($1)', [code]),
    ),
  ]);
  if (!finder && guess) throw guess;
  return { keyBunchId: null, finder: finder ?? null };
};

/** Stores a finder's message and mails the company, within its hourly limit. */
const reportFound: PreCompanyFeature<'reportFound'> = async (call) => {
  const { transactions, attempts, address, params, body } = call;
  const code = labelCodeOf(params.code) ?? NO_CODE;
  await attempts.found(address, code);
  const [raised] = await transactions.forSystem((tx) =>
    ask<{ raised: boolean }>(tx, 'select raise_found_keys($1, $2, $3, $4, $5) as raised', [
      code,
      body.place,
      body.reach ?? null,
      body.sent,
      GOOD_FOR_MINUTES.found_keys,
    ]),
  );
  if (!raised?.raised) {
    await attempts.foundNothing(address);
    throw notFound('This label is not in use');
  }
  return { message: 'Thank you. Your message was sent.' };
};

export const finderFeatures = { getFinder, reportFound };
