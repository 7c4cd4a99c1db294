import { useState } from 'react';
import * as z from 'zod/mini';
import type { OneAuditSession } from '../../shared/audit.ts';
import { ACTION_MESSAGES } from '../../shared/messages.ts';
import { optionalText } from '../../shared/text.ts';
import { useAction } from '../api/action.ts';
import { useSaveForm } from '../form/save-form.ts';
import { useLabels } from '../setting/labels.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Textarea } from '../ui/form/Textarea.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import type { DialogState } from '../ui/overlay/dialog-state.ts';
import { failureToast, isOver } from './over.ts';
import type { AuditWork } from './use-audit-session.ts';
import { Verdict } from './Verdict.tsx';

export type CompleteProps = {
  work: AuditWork;
  onOver: (session: OneAuditSession) => void;
  /** While tags are scanned: goes over to the checklist, where sets without an NFC tag are ticked. */
  byHand?: (() => void) | undefined;
};

/** From this part of the expected sets on, and this many, the number that will be missing is typed before it happens. */
const MUCH = { part: 0.25, sets: 5 };

const NotesForm = z.object({ notes: optionalText() });
const NO_NOTES: z.input<typeof NotesForm> = { notes: '' };

/**
 * Ends an audit: with notes, and by the list of what will be marked missing as it stands here. The server refuses a list that is no
 * longer its own; then everything typed stays, and the list is the fresh one. With nothing counted, that everything is missing must be
 * chosen first.
 */
export function CompleteDialog({
  work,
  onOver,
  byHand,
  open,
  onClose,
  onClosed,
}: CompleteProps & DialogState<null>['props']) {
  const { session, scanned, expected, unseen } = work;
  const { label } = useLabels();
  const nothing = scanned === 0 && unseen.length > 0;
  const [allMissing, setAllMissing] = useState(false);
  const [typed, setTyped] = useState('');
  const isMuch = !nothing && unseen.length >= MUCH.sets && unseen.length >= expected * MUCH.part;
  const isUntyped = isMuch && typed.trim() !== String(unseen.length);
  const send = useCompletion(work, nothing && { allMissing });
  const save = useSaveForm({
    source: NO_NOTES,
    valuesOf: (none) => none,
    schema: NotesForm,
    order: ['notes'],
    send: ({ notes }) => send(notes),
    onSaved(over) {
      onClose();
      if (over) onOver(over);
    },
    open,
  });
  const type = session?.keyType ? label('keyTypes', session.keyType) : 'all key types';
  const changed = save.error?.body.code === 'audit_changed';

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="Complete Audit"
      description={`${session?.location.name}, ${type}: ${scanned} of ${expected} checked`}
      dirty={save.form.formState.isDirty}
      sending={save.busy}
      onSubmit={save.submit}
      foot={
        <Button
          type="submit"
          variant={unseen.length > 0 ? 'destructive' : 'primary'}
          pending={save.busy}
          disabledReason={blockOf(work, nothing && !allMissing, isUntyped)}
          reasonIn="tooltip"
        >
          Complete Audit
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {changed && (
          <Notice variant="warning" title={save.error?.body.message}>
            This is how it stands now. Nothing has been saved yet.
          </Notice>
        )}
        <Verdict
          work={work}
          byHand={
            byHand &&
            (() => {
              onClose();
              byHand();
            })
          }
          {...(nothing && { allMissing, onAllMissing: setAllMissing })}
        />
        {isMuch && <MissingNumber value={typed} onChange={setTyped} />}
        <Field label="Notes" optional error={save.form.formState.errors.notes?.message}>
          <Textarea {...save.form.register('notes')} placeholder="Anything to add to the record" />
        </Field>
      </div>
    </Dialog>
  );
}

const MissingNumber = ({ value, onChange }: { value: string; onChange: (typed: string) => void }) => (
  <Field
    label="A quarter or more was not seen. How many will be Missing?"
    required
    hint="Type the number to confirm it."
  >
    <Input
      value={value}
      inputMode="numeric"
      autoComplete="off"
      className="tabular-nums"
      onChange={(event) => onChange(event.target.value)}
    />
  </Field>
);

/** Why the audit cannot be completed yet; undefined when it can. */
function blockOf({ unsaved, stuck }: AuditWork, isUnchosen: boolean, isUntyped: boolean): string | undefined {
  if (unsaved > 0) return stuck ? 'Waiting for signal to send your last changes' : 'Saving your last changes';
  if (isUnchosen) return 'Nothing has been checked yet';
  return isUntyped ? 'Type how many sets will be missing' : undefined;
}

/** Sends the completion with the list as it stands here, and tells the page who ended the audit. */
function useCompletion({ id, session, unseen, end }: AuditWork, nothing: { allMissing: boolean } | false) {
  const failure = failureToast(ACTION_MESSAGES.completeAudit.failed);
  const complete = useAction('completeAudit', { failure });
  return async (notes: string | null | undefined) => {
    end.current = 'here';
    const confirmed = { missingBunches: unseen.map((bunch) => bunch.id), revision: session?.revision };
    const over = await complete.run({ params: { id }, body: { notes, ...confirmed, ...nothing } });
    if (!over.ok) end.current = isOver(over.error) ? 'refused' : null;
    return over;
  };
}
