import { ArrowLeftRight, Hand, Info, SearchCheck, Undo2 } from 'lucide-react';

/** The icons and names of what can be done with a bunch; `short` stands where the name is too long to show. */
export const KEY_ACTIONS = {
  issue: { icon: Hand, label: 'Issue Keys', short: 'Issue' },
  return: { icon: Undo2, label: 'Return Keys', short: 'Return' },
  found: { icon: SearchCheck, label: 'Mark as found', short: 'Found' },
  move: { icon: ArrowLeftRight, label: 'Move Keys', short: 'Move' },
  details: { icon: Info, label: 'Key Details', short: 'Details' },
} as const;

export type KeyAction = keyof typeof KEY_ACTIONS;
