import { useMemo, useState } from 'react';
import { type AuditPart, partOf } from '../../shared/audit-parts.ts';
import { hooksLeft } from '../../shared/hook-readings.ts';
import { inOrderOfPositions } from '../../shared/natural-order.ts';
import { store, stored } from '../api/storage.ts';
import type { AuditRow, AuditWork } from './use-audit-session.ts';

export type ChecklistOrder = 'id' | 'position';

const KEY = 'audit-order';

/** The position of a row's set today, null without one. */
export const positionOf = ({ bunch }: AuditRow): string | null => bunch.now?.position ?? null;

/** Compares positions, numbers by value, sets without a position last. Stable for rows ordered by ID. */
export const byPosition = (rows: readonly AuditRow[]): AuditRow[] =>
  rows.toSorted((a, b) => inOrderOfPositions(positionOf(a), positionOf(b)));

/** The rows of one part, in the order of the hooks; `part` null where the audit is not split. */
export type PartRows = { part: AuditPart | null; rows: AuditRow[] };

/** Rows by part, the parts of the user first. Stable for rows ordered by ID. */
export function inParts(rows: readonly AuditRow[], parts: readonly AuditPart[], meId: number): PartRows[] {
  if (parts.length === 0) return [{ part: null, rows: [...rows] }];
  const ordered = byPosition(rows);
  const groups = parts.map((part, index) => ({
    part,
    rows: ordered.filter((row) => partOf(parts, positionOf(row)) === index),
  }));
  const isMine = ({ part }: PartRows) => part?.userId === meId;
  return [...groups.filter(isMine), ...groups.filter((group) => !isMine(group))].filter(
    ({ rows: some }) => some.length > 0,
  );
}

/** What a split divides: the positions of the rows, or the hooks of a blind audit; and whether each is done. */
export function placesOf({ rows, session, readings }: Pick<AuditWork, 'rows' | 'session' | 'readings'>) {
  if (!session?.blind) return rows.map((row) => ({ position: positionOf(row), isDone: row.ticked }));
  const left = new Set(hooksLeft(session.hooks, readings));
  return session.hooks.map((position) => ({ position, isDone: !left.has(position) }));
}

/** Each part's rows or hooks: how many, and how many of them are left. */
export function partCounts(
  work: Pick<AuditWork, 'parts' | 'rows' | 'session' | 'readings'>,
): { all: number; left: number }[] {
  const counts = work.parts.map(() => ({ all: 0, left: 0 }));
  for (const { position, isDone } of placesOf(work)) {
    const part = counts[partOf(work.parts, position)];
    if (!part) continue;
    part.all += 1;
    if (!isDone) part.left += 1;
  }
  return counts;
}

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
