import {
  ArrowLeftRight,
  CircleDot,
  CircleSlash,
  ClipboardCheck,
  Hand,
  Handshake,
  RotateCcw,
  SearchCheck,
  Tag,
  Tags,
  Trash2,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import type { Movement } from '../../shared/movement.ts';
import type { Action } from '../../shared/movement-words.ts';
import { useLabels } from '../labels.ts';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import type { Icon, Tint } from '../ui/classes.ts';

/** Each action has its own icon and colour. */
export const ACTION_ICONS: Record<Action, { icon: Icon; tint: Tint }> = {
  issue: { icon: Hand, tint: 'amber' },
  return: { icon: Undo2, tint: 'emerald' },
  location_move: { icon: ArrowLeftRight, tint: 'blue' },
  move: { icon: Tags, tint: 'pink' },
  status_change: { icon: CircleDot, tint: 'purple' },
  audit_edit: { icon: ClipboardCheck, tint: 'gray' },
  handover: { icon: Handshake, tint: 'yellow' },
  deleted: { icon: Trash2, tint: 'red' },
};

type Entry = Pick<Movement, 'action' | 'details'> & { notRecorded?: unknown };

/** Undo entries and those that were not recorded have their own icon; so have lost, found and a changed tag, which are changes of status. */
function iconOf({ action, details, notRecorded }: Entry): Icon {
  if (notRecorded) return CircleSlash;
  if (details.undoneAction) return RotateCcw;
  if (action !== 'status_change') return ACTION_ICONS[action].icon;
  if (details.to === 'missing') return TriangleAlert;
  if (details.from === 'missing') return SearchCheck;
  return details.to ? ACTION_ICONS.status_change.icon : Tag;
}

/** The icon of a movement. */
export function ActionIcon({ movement }: { movement: Entry }) {
  const { tint } = useLabels();
  const { action, details } = movement;
  return (
    <ActionSquare
      icon={iconOf(movement)}
      tint={
        details.undoneAction || movement.notRecorded
          ? 'gray'
          : tint('actions', action, ACTION_ICONS[action].tint)
      }
    />
  );
}
