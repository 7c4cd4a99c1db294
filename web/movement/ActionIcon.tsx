import { ArrowLeftRight, CircleDot, ClipboardCheck, Hand, Tags, Trash2, Undo2 } from 'lucide-react';
import type { Action } from '../../shared/movement.ts';
import { useLabels } from '../setting/labels.ts';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import type { Icon } from '../ui/icon.ts';
import type { Tint } from '../ui/tint.ts';

/** Each action has its own icon and colour (SPEC section 4). */
export const ACTION_SIGNS: Record<Action, { icon: Icon; tint: Tint }> = {
  issue: { icon: Hand, tint: 'amber' },
  return: { icon: Undo2, tint: 'emerald' },
  location_move: { icon: ArrowLeftRight, tint: 'blue' },
  move: { icon: Tags, tint: 'pink' },
  status_change: { icon: CircleDot, tint: 'purple' },
  audit_edit: { icon: ClipboardCheck, tint: 'gray' },
  deleted: { icon: Trash2, tint: 'red' },
};

/** The square in front of a movement. */
export function ActionSign({ action, size }: { action: Action; size?: 28 | 32 | 36 }) {
  const { tint } = useLabels();
  const sign = ACTION_SIGNS[action];
  return <ActionSquare icon={sign.icon} tint={tint('actions', action, sign.tint)} size={size} />;
}
