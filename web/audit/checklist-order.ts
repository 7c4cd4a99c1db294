import { useMemo, useState } from 'react';
import type { AuditRow } from './use-audit-session.ts';

export type ChecklistOrder = 'id' | 'position';

const KEY = 'audit-order';
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const positionOf = ({ bunch }: AuditRow): string | null => bunch.now?.position ?? null;

/** From hook to hook, numbers by their values, sets without a position last; rows come by their IDs and stay so among equals. */
export const byPosition = (rows: readonly AuditRow[]): AuditRow[] =>
  rows.toSorted((a, b) => {
    const [one, other] = [positionOf(a), positionOf(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return collator.compare(one, other);
  });

function stored(): ChecklistOrder {
  try {
    return localStorage.getItem(KEY) === 'position' ? 'position' : 'id';
  } catch {
    return 'id';
  }
}

/** In which order this device goes through a checklist. It is asked only where something hangs at a position. */
export function useChecklistOrder(rows: readonly AuditRow[]) {
  const [chosen, setChosen] = useState(stored);
  const offered = useMemo(() => rows.some((row) => positionOf(row) !== null), [rows]);
  const order = offered ? chosen : 'id';
  const ordered = useMemo(() => (order === 'position' ? byPosition(rows) : rows), [order, rows]);
  return {
    offered,
    order,
    ordered,
    choose(next: ChecklistOrder) {
      setChosen(next);
      try {
        localStorage.setItem(KEY, next);
      } catch {}
    },
  };
}
