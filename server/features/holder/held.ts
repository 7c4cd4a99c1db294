import type { HeldSet } from '../../../shared/holder.ts';
import { HOLDING_MAX } from '../../../shared/limits.ts';
import { raw, rows, sql } from '../../database/sql.ts';
import type { Feature } from '../feature.ts';
import { findHolder } from './holder.ts';

/** Time of an entry's issue: an import may record it later. */
const DONE = (entry: string) =>
  raw(
    `least(${entry}."timestamp", coalesce((${entry}.details->>'issuedAt')::timestamptz, ${entry}."timestamp"))`,
  );

/** For each set ever issued to the holder before `at`, its last change of holder, if that was to them. Both steps use an index. */
const heldAt = (id: number, at: string) => sql<HeldSet>`
  select l.key_bunch_id as "keyBunchId", l.key_bunch_identifier as identifier, l.from_location_name as "locationName",
    l.done as since, l.details->>'purpose' as purpose, l.details->>'dueAt' as "dueAt",
    (select jsonb_build_object('keyDescription', b.key_description, 'premises', b.premises) from key_bunches b
      where b.id = l.key_bunch_id) as opens
  from (select distinct m.key_bunch_id as id from movement_history m
      where m.holder_id = ${id} and m.action_type in ('issue', 'handover') and ${DONE('m')} <= ${at}::timestamptz) given,
    lateral (select n.*, ${DONE('n')} as done from movement_history n
      where n.key_bunch_id = given.id and ${DONE('n')} <= ${at}::timestamptz and (n.action_type in ('issue', 'handover', 'return', 'deleted')
        or n.action_type = 'status_change' and n.details->>'newStatus' <> 'issued')
      order by n.seq desc limit 1) l
  where l.holder_id = ${id} and l.action_type in ('issue', 'handover')
  order by l.key_bunch_identifier, l.key_bunch_id limit ${raw(HOLDING_MAX)}`;

const listHeld: Feature<'listHeld'> = async ({ tx, params: { id }, query: { at } }) => {
  const [, held] = await Promise.all([findHolder(tx, id), rows(tx, heldAt(id, at))]);
  return held.map((set) => ({ ...set, since: new Date(set.since).toISOString() }));
};

export const heldFeatures = { listHeld };
