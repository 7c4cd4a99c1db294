import { type ComponentProps, useState } from 'react';
import * as z from 'zod/mini';
import { ACTION_MESSAGES } from '../../shared/action-messages.ts';
import { mustTypeMissing } from '../../shared/audit-words.ts';
import { optionalText } from '../../shared/text.ts';
import { fullName } from '../../shared/user-name.ts';
import { useAction } from '../api/action.ts';
import { useSaveForm } from '../form/save-form.ts';
import { clockTime } from '../format.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Textarea } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import type { DialogState } from '../ui/overlay/dialog-state.ts';
import { restGuard } from '../ui/overlay/rest-guard.ts';
import { unheardOf } from './audit-members.ts';
import { isNumber, useTypeText } from './audit-text.tsx';
import { TypedNumber, type Unheard, UnheardNotice, Verdict } from './complete-parts.tsx';
import type { AuditWork } from './use-audit-session.ts';

type CompleteProps = { work: AuditWork } & DialogState<null>['props'];

const NotesForm = z.object({ notes: optionalText() });
const MISSING_NUMBER = {
  label: 'A quarter or more was not seen. How many will be Missing?',
  hint: 'Type the number to confirm it.',
};
const NO_NOTES: z.input<typeof NotesForm> = { notes: '' };

/**
 * Completes an audit, with notes and the listed missing sets. If the list has changed, the server refuses; the form keeps its text and
 * shows the new list. With nothing counted, marking everything as missing must be chosen. Members whose counts may not have arrived are
 * named, and the server refuses once: completing without them takes a second press.
 */
export function CompleteDialog({ work, open, onClose, onClosed }: CompleteProps) {
  const { session, scanned, expected, unseen, byHand } = work;
  const me = useMe();
  const typeText = useTypeText();
  const [named, setNamed] = useState<readonly Unheard[]>([]);
  const nothing = scanned === 0 && unseen.length > 0;
  const [allMissing, setAllMissing] = useState(false);
  const [typed, setTyped] = useState('');
  const isMuch = mustTypeMissing(unseen.length, expected) && (!nothing || allMissing);
  const isUntyped = isMuch && !isNumber(typed, unseen.length);
  const send = useCompletion(work, {
    ...(nothing && { allMissing }),
    ...(isMuch && { confirmMissing: unseen.length }),
    without: named.map(({ userId }) => userId),
  });
  const save = useSaveForm({
    source: NO_NOTES,
    valuesOf: (none) => none,
    schema: NotesForm,
    order: ['notes'],
    async send({ notes }) {
      const over = await send(notes);
      if (!over.ok && over.error.body.unheard) setNamed(over.error.body.unheard);
      return over;
    },
    onSaved(over) {
      onClose();
      if (over) work.onOver(over);
    },
    open,
  });
  const changed = save.error?.body.code === 'audit_changed';
  const goByHand = () => {
    onClose();
    byHand?.();
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="Complete Audit"
      description={`${session?.location.name}, ${typeText(session?.keyType ?? null, 'all key types')}: ${scanned} of ${expected} checked`}
      dirty={save.form.formState.isDirty}
      sending={save.busy}
      onSubmit={save.submit}
      foot={
        <Submit
          key={named.length}
          isDestructive={unseen.length > 0 || named.length > 0}
          isAsking={named.length > 0}
          pending={save.busy}
          disabledReason={blockOf(work, nothing && !allMissing, isUntyped)}
        />
      }
    >
      <div className="flex flex-col gap-4">
        {changed && (
          <Notice variant="warning" title={save.error?.body.message}>
            {lastChange(work, me.id)} The list now shows the current state. Nothing has been saved yet.
          </Notice>
        )}
        <UnheardNotice
          people={named.length > 0 ? named : unseen.length > 0 ? unheardOf(work, me.id) : []}
          isAsking={named.length > 0}
        />
        <Verdict
          work={work}
          byHand={byHand && goByHand}
          {...(nothing && { allMissing, onAllMissing: setAllMissing })}
        />
        {isMuch && <TypedNumber {...MISSING_NUMBER} value={typed} onChange={setTyped} />}
        <Field label="Notes" optional error={save.form.formState.errors.notes?.message}>
          <Textarea {...save.form.register('notes')} placeholder="Anything to add to the record" />
        </Field>
      </div>
    </Dialog>
  );
}

type SubmitProps = Pick<ComponentProps<typeof Button>, 'pending' | 'disabledReason'> & {
  isDestructive: boolean;
  isAsking: boolean;
};

/** Completes the audit. Mounted anew where its meaning changes, so that a second tap at its place does not confirm the question. */
const Submit = ({ isDestructive, isAsking, ...rest }: SubmitProps) => (
  <span ref={restGuard} className="flex phone:flex-1 phone:*:flex-1">
    <Button type="submit" variant={isDestructive ? 'destructive' : 'primary'} reasonIn="tooltip" {...rest}>
      {isAsking ? 'Complete without them' : 'Complete Audit'}
    </Button>
  </span>
);

/** The newest count of another member: "Tom Whitaker counted MCR-0116 at 22:41."; empty without one. */
function lastChange({ session }: AuditWork, meId: number): string {
  const [newest] = session?.seen.filter(({ userId }) => userId !== meId) ?? [];
  if (!newest?.user) return '';
  return `${fullName(newest.user)} counted ${newest.identifier} at ${clockTime(newest.doneAt)}.`;
}

/** Why the audit can't be completed; undefined when it can. */
function blockOf({ unsaved, stuck }: AuditWork, isUnchosen: boolean, isUntyped: boolean): string | undefined {
  if (unsaved > 0) return stuck ? 'Waiting for signal to send your last changes' : 'Saving your last changes';
  if (isUnchosen) return 'Nothing has been checked yet';
  return isUntyped ? 'Type how many sets will be missing' : undefined;
}

/** Completes with the list as shown. */
function useCompletion(
  work: AuditWork,
  confirmed: { allMissing?: boolean; confirmMissing?: number; without: number[] },
) {
  const { id, session, unseen, finish } = work;
  // The dialog itself says whose counts may be missing.
  const complete = useAction('completeAudit', { quiet: true });
  return (notes: string | null | undefined) => {
    const seen = { missingBunches: unseen.map((bunch) => bunch.id), revision: session?.revision };
    const { without, ...rest } = confirmed;
    const body = { notes, ...seen, ...rest, ...(without.length > 0 && { without }) };
    return finish(() => complete.run({ params: { id }, body }), ACTION_MESSAGES.completeAudit.failed);
  };
}
