/** The actions of movements and their names. Imports no schema, so that a page can use it without one. */

export const ACTIONS = [
  'move',
  'location_move',
  'issue',
  'return',
  'status_change',
  'audit_edit',
  'deleted',
  'handover',
] as const;
export type Action = (typeof ACTIONS)[number];
export const ACTION_LABELS: Record<string, string> = {
  move: 'Move',
  location_move: 'Move',
  issue: 'Issue',
  return: 'Return',
  status_change: 'Status',
  audit_edit: 'Audit edit',
  deleted: 'Deleted',
  handover: 'Handover',
};
/** The name of an entry that undoes another; it is filtered with the action that it undoes. */
export const UNDO_LABEL = 'Undo';
/** The choices of the history's action filter; move also matches location_move. */
export const ACTION_FILTERS = [
  'status_change',
  'move',
  'issue',
  'return',
  'handover',
  'audit_edit',
  'deleted',
] as const;
