import {
  KIOSK_NUMBER_REST_MINUTES,
  KIOSK_NUMBER_WRONG_MOST,
  PERSON_RESTS_CODE,
  WRONG_NUMBER_CODE,
} from '../../../shared/kiosk-words.ts';
import { row, run, type Sql, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { Refusal, refuse } from '../../refusal.ts';

// A person's number and what counts against guesses of it: one count, wherever it is entered (decisions 0081 and 0083).

/** What a refusal says of a number that rests, and what to do instead. */
type Resting = { message: string; instead: string };
const RESTS: Resting = {
  message: 'Too many wrong numbers. Your number is resting.',
  instead: 'go to the desk',
};

/** The person's number by a function that may read it, locked, so that two callers share the count. 429 while it rests. */
export async function lockNumber(
  tx: Tx,
  holderId: number,
  hashOf: Sql<{ hash: string | null }>,
  resting = RESTS,
): Promise<{ hash: string | null; isFirst: boolean }> {
  await run(tx, sql`insert into kiosk_numbers (holder_id) values (${holderId}) on conflict do nothing`);
  const found = await row(
    tx,
    sql<{ isFirst: boolean; restsS: number | null }>`select is_first as "isFirst",
        ceil(extract(epoch from rests_until - clock_timestamp()))::int as "restsS"
      from kiosk_numbers where holder_id = ${holderId} for update`,
  );
  if ((found?.restsS ?? 0) > 0) throw personRests(found?.restsS ?? 0, false, resting);
  const hash = await row(tx, hashOf);
  return { hash: hash?.hash ?? null, isFirst: found?.isFirst ?? false };
}

export const personRests = (seconds: number, keep = false, { message, instead } = RESTS): Refusal =>
  new Refusal(
    429,
    {
      message,
      detail: `Try again in ${Math.ceil(seconds / 60)} min, or ${instead}.`,
      code: PERSON_RESTS_CODE,
    },
    { retryAfter: seconds, keep },
  );

/** After the right number nothing counts against it. */
export const clearWrong = (tx: Tx, holderId: number): Promise<number> =>
  run(
    tx,
    sql`update kiosk_numbers set wrong = 0, wrong_since = null, rests_until = null where holder_id = ${holderId}`,
  );

/** Counts a wrong number; returns how many more may be tried, 0 for one that now rests. */
export async function countWrongNumber(tx: Tx, holderId: number): Promise<number> {
  const counted = await row(
    tx,
    sql<{ wrong: number }>`update kiosk_numbers set
        wrong = case when wrong_since > clock_timestamp() - make_interval(mins => ${KIOSK_NUMBER_REST_MINUTES}) then wrong else 0 end + 1,
        wrong_since = case when wrong_since > clock_timestamp() - make_interval(mins => ${KIOSK_NUMBER_REST_MINUTES}) then wrong_since
          else clock_timestamp() end
      where holder_id = ${holderId} returning wrong`,
  );
  const wrong = counted?.wrong ?? 1;
  if (wrong < KIOSK_NUMBER_WRONG_MOST) return KIOSK_NUMBER_WRONG_MOST - wrong;
  await run(
    tx,
    sql`update kiosk_numbers set wrong = 0, wrong_since = null, rests_until = clock_timestamp() + make_interval(mins => ${KIOSK_NUMBER_REST_MINUTES})
      where holder_id = ${holderId}`,
  );
  return 0;
}

/** The refusal of a wrong number, which keeps the count. */
export const wrongNumber = (left: number): Refusal =>
  refuse(403, 'That number is not right', {
    detail: left === 1 ? 'One more try, then your number rests.' : `${left} more tries.`,
    code: WRONG_NUMBER_CODE,
    keep: true,
  });
