import { DUE_IN_PAST } from '../../../shared/custody-words.ts';
import { dueBy } from '../../../shared/due.ts';
import { DUE_YEARS_MAX } from '../../../shared/limits.ts';
import type { DueRule } from '../../../shared/setting.ts';
import { row, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { recordAuditLog } from '../history/log.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { storeFields, type Text } from './custody.ts';

/** Basis of due times: now (epoch milliseconds), the company's zone, and the rules of its key types. */
type DueContext = { now: number; zone: string; rules: Record<string, DueRule> };

const CONTEXT = sql<DueContext>`select floor(extract(epoch from clock()) * 1000)::float8 as now, c.timezone as zone,
  coalesce((select jsonb_object_agg(name, case when due_hours is null then jsonb_build_object('time', due_time)
    else jsonb_build_object('hours', due_hours) end)
    from settings where category = 'keyTypes' and (due_hours is not null or due_time is not null)), '{}') as rules
  from companies c`;

/**
 * Returns a function for the due time of a type: as requested (`null` is none), else by the type's rule. 400 for a time in the past or more
 * than DUE_YEARS_MAX ahead. `at`: when the keys were taken, if not now.
 */
export async function dueTimes(
  tx: Tx,
  requested: string | null | undefined,
  at?: string,
): Promise<(type: string) => string | null> {
  const context = await row(tx, CONTEXT);
  if (!context) throw new Error('The database returned no company');
  const { zone, rules } = context;
  const now = at === undefined ? context.now : Date.parse(at);
  if (requested === undefined) {
    return (type) => {
      const due = dueBy(Object.hasOwn(rules, type) ? (rules[type] ?? null) : null, now, zone);
      return due === null ? null : new Date(due).toISOString();
    };
  }
  checkDue(requested, now);
  return () => requested;
}

/** 400 for a due time that is not after `from` (epoch milliseconds), or more than DUE_YEARS_MAX after it. */
export function checkDue(due: string | null | undefined, from: number): void {
  if (!due) return;
  if (Date.parse(due) <= from) throw notDue(DUE_IN_PAST);
  if (Date.parse(due) > from + DUE_YEARS_MAX * YEAR_MS) throw notDue('Due back is too far in the future');
}

const YEAR_MS = 365.25 * 86_400_000;
const notDue = (message: string) => refuse(400, message, { errors: { dueAt: message } });

type NewDue = { due: string | null; reason?: Text; details?: Record<string, unknown> };

/** Sets the due time of a locked, issued bunch. */
export async function storeDue(
  tx: Tx,
  me: Member,
  bunch: Bunch,
  { due, reason, details }: NewDue,
): Promise<void> {
  if (isSameMoment(due, bunch.dueAt)) return;
  await storeFields(tx, { dueAt: due }, [bunch.id]);
  await recordAuditLog(tx, me, {
    action: 'due_change',
    bunch,
    description: `Due time of ${bunch.identifier} changed`,
    details: {
      holder: bunch.holderName,
      changes: { dueAt: { from: bunch.dueAt, to: due } },
      ...(reason && { reason }),
      ...details,
    },
  });
}

const isSameMoment = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other));
