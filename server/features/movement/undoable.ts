import { UNDO_MINUTES } from '../../../shared/limits.ts';

/** Whether something else happened to an entry's bunch later, as SQL. An edit is in the log alone; the entries of one transaction stand in both. */
export const happenedSince = (entry: string): string =>
  `(exists (select from movement_history n where n.company_id = ${entry}.company_id and n.key_bunch_id = ${entry}.key_bunch_id and n.seq > ${entry}.seq)
      or exists (select from audit_log l where l.company_id = ${entry}.company_id and l.key_bunch_id = ${entry}.key_bunch_id and l."timestamp" > ${entry}."timestamp"))`;

/** Whether an entry is too old to be undone, as SQL. */
export const isOld = (entry: string): string =>
  `${entry}."timestamp" < clock() - make_interval(mins => ${UNDO_MINUTES})`;

/**
 * Whether the caller can undo an entry, as SQL: their own, of the last minutes, and the last that happened to its bunch. Of others' and of old
 * entries nothing more is read.
 */
export const undoable = (entry: string): string =>
  `case when ${entry}.performed_by is distinct from own_user() or ${entry}.performed_by_token is distinct from own_token()
      or ${entry}.action_type not in ('issue', 'return', 'handover') or ${isOld(entry)}
      or ${entry}.details ? 'undoneAction' or not ${entry}.details ? 'before' then false
    else not ${happenedSince(entry)} end`;
