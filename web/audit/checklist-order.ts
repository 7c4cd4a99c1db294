import { useMemo, useState } from 'react';
import { inOrderOfPositions } from '../../shared/natural-order.ts';
import { store, stored } from '../device/storage.ts';
import type { AuditRow } from './use-audit-session.ts';

type ChecklistOrder = 'id' | 'position';

const KEY = 'audit-order';

const positionOf = ({ bunch }: AuditRow): string | null => bunch.now?.position ?? null;

/** Compares positions, numbers by value, sets without a position last. Stable for rows ordered by ID. */
export const byPosition = (rows: readonly AuditRow[]): AuditRow[] =>
  rows.toSorted((a, b) => inOrderOfPositions(positionOf(a), positionOf(b)));

/** The checklist order of this device. Offered only where a set has a position. */
export function useChecklistOrder(rows: readonly AuditRow[]) {
  const [chosen, setChosen] = useState<ChecklistOrder>(() =>
    stored(KEY) === 'position' ? 'position' : 'id',
  );
  const offered = useMemo(() => rows.some((row) => positionOf(row) !== null), [rows]);
  const order = offered ? chosen : 'id';
  const ordered = useMemo(() => (order === 'position' ? byPosition(rows) : rows), [order, rows]);
  return {
    offered,
    order,
    ordered,
    choose(next: ChecklistOrder) {
      setChosen(next);
      store(KEY, next);
    },
  };
}
