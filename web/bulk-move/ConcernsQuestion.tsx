import type { BulkMovePlan } from '../../shared/bulk-move.ts';
import { fullName } from '../../shared/user-name.ts';
import { clockTime, count } from '../format.ts';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import type { MoveChoices } from './choices.ts';
import type { Execute } from './use-execute.ts';
import type { MovePlan } from './use-move-plan.ts';

/** What speaks against a move into a location, a sentence each. */
export function concernTexts(place: string, { concerns, auditsAtTo }: BulkMovePlan): string[] {
  const limited = concerns.includes('to_limited') ? [`${place} is Limited: it should take no new keys.`] : [];
  const audits = auditsAtTo.map(
    ({ user, startTime }) =>
      `${user ? fullName(user) : 'Someone'} has been auditing ${place} since ${clockTime(startTime)}. Their audit does not expect these keys.`,
  );
  return [...limited, ...audits];
}

/** Asked before keys are moved where something speaks against it. */
export function ConcernsQuestion({
  choices: { to },
  plan: { data },
  execute,
}: {
  choices: MoveChoices;
  plan: MovePlan;
  execute: Execute;
}) {
  const texts = to && data ? concernTexts(to.name, data) : [];
  return (
    <ConfirmDialog
      open={execute.asking}
      onOpenChange={execute.setAsking}
      title={`Move to ${to?.name ?? ''} all the same?`}
      text={
        <ul className="grid gap-2">
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      }
      confirmLabel={`Move ${count(data?.bunches.length ?? 0, 'key')}`}
      cancelLabel="Don't move"
      pending={execute.pending}
      onConfirm={() => void execute.run()}
    />
  );
}
