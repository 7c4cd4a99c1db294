import { EVENT_DAYS, EVENT_PAGE } from '../../../shared/limits.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { row, rows, sql } from '../../database/sql.ts';
import { refuse } from '../../refusal.ts';
import { eventOf, type StoredEvent } from '../../webhook/event.ts';
import { badCursor, readCursor, writeCursor } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';

type Stored = StoredEvent & { number: number };

/** What a cursor says: the number of the last event before it, and up to when nothing behind it was deleted. */
function startOf(after: string | undefined): { number: number; at: string | null } {
  if (after === undefined) return { number: 0, at: null };
  const [number, at] = readCursor(after, [{ kind: 'text' }, { kind: 'time', never: undefined }]).map(String);
  if (!/^\d{1,15}$/.test(number ?? '')) throw badCursor();
  return { number: Number(number), at: at ?? null };
}

/**
 * Events in the order of their commits (migration 0025, number_events). X-Next-Cursor is always sent, also when nothing follows yet. 410 for
 * a cursor that is older than what is kept.
 */
const listEvents: Feature<'listEvents'> = async ({ tx, me, query: { after, limit = EVENT_PAGE } }) => {
  if (me.locations) throw refuse(403, REFUSALS.forbidden);
  const start = startOf(after === 'now' ? undefined : after);
  const clock = sql<{ at: string; last: number; gone: boolean }>`select clock_timestamp() as at,
    coalesce((select number from webhook_events where number is not null order by number desc limit 1), 0) as last,
    coalesce(${start.at}::timestamptz < clock_timestamp() - make_interval(days => ${EVENT_DAYS}), false) as gone`;
  const now = await row(tx, clock);
  if (!now) throw new Error('The database returned no time');
  if (now.gone)
    throw refuse(
      410,
      `Events are kept for ${EVENT_DAYS} days. Read the lists again, and then from after=now.`,
      {
        code: 'events_gone',
      },
    );
  if (after === 'now') return new Page([], null, writeCursor([String(now.last), now.at]));
  const found = await rows(
    tx,
    sql<Stored>`select id, type, at, data::text as data, number from webhook_events
      where number > ${start.number} order by number limit ${limit}`,
  );
  const last = found.at(-1);
  // A full page may leave events behind it that are as old as its last.
  const at = last && found.length === limit ? last.at : now.at;
  const next = writeCursor([String(last?.number ?? start.number), at]);
  return new Page(found.map(eventOf), null, next);
};

export const eventFeatures = { listEvents };
