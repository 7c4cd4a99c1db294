import type { Finder } from '../../../shared/label.ts';
import { labelCodeOf } from '../../../shared/label-code.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import type { Caller } from '../../database/caller.ts';
import { ask } from '../../database/prepared.ts';
import type { Transactions } from '../../database/transactions.ts';
import { GOOD_FOR_MINUTES } from '../../mail/letter.ts';
import { notFound } from '../../refusal.ts';
import type { PreCompanyFeature } from '../feature.ts';

/** What is no code is asked for too, as a code that nobody has: it takes as long, and is answered alike. */
const NO_CODE = '';

/** The set of a label, for somebody signed in who may see it. */
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
 * Where a label's code leads: to the set, for whoever may see it; for anybody else to the finder line, and of a code that is not in use to
 * nothing. What finders are told is read by a function that knows nothing else.
 */
const getFinder: PreCompanyFeature<'getFinder'> = async (call): Promise<Finder> => {
  const { transactions, attempts, address, caller, params } = call;
  const code = labelCodeOf(params.code) ?? NO_CODE;
  const keyBunchId = await setFor(transactions, caller, code);
  if (keyBunchId) return { keyBunchId, finder: null };
  // Counted before it is looked up, so that a code in use takes as long as another; it is answered however often others guessed.
  const [guess, [finder]] = await Promise.all([
    attempts.scan(address).catch((refused: unknown) => refused),
    transactions.forSystem((tx) =>
      ask<NonNullable<Finder['finder']>>(tx, 'select line, company from finder_of($1)', [code]),
    ),
  ]);
  if (!finder && guess) throw guess;
  return { keyBunchId: null, finder: finder ?? null };
};

/** Notes what the finder of keys wrote, and writes to the company unless it was written to often in the last hour. */
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
  return { message: 'Thank you. We have been told.' };
};

export const finderFeatures = { getFinder, reportFound };
