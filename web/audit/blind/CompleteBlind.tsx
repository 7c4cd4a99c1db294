import { Check } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import * as z from 'zod/mini';
import { ACTION_MESSAGES } from '../../../shared/action-messages.ts';
import { optionalText } from '../../../shared/text.ts';
import { useAction } from '../../api/action.ts';
import { useOfflineSince } from '../../api/connection.ts';
import { useSaveForm } from '../../form/save-form.ts';
import { count } from '../../format.ts';
import { useMe } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Textarea } from '../../ui/form/Input.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { type DialogState, useDialogState } from '../../ui/overlay/dialog-state.ts';
import { restGuard } from '../../ui/overlay/rest-guard.ts';
import { NEEDS_SIGNAL } from '../AuditControls.tsx';
import { unheardOf } from '../audit-members.ts';
import { isNumber, kindText } from '../audit-text.tsx';
import { TypedNumber, type Unheard, UnheardNotice } from '../complete-parts.tsx';
import type { AuditWork } from '../use-audit-session.ts';

type Props = { work: AuditWork; isPrimary?: boolean } & Pick<ComponentProps<typeof Button>, 'block'>;

/** The button that completes a blind audit, and its dialog. */
export function CompleteBlind({ work, isPrimary = false, block }: Props) {
  const dialog = useDialogState<null>();
  const { unsaved, stuck, readings, refresh } = work;
  const offline = useOfflineSince() > 0;
  const reason = offline
    ? NEEDS_SIGNAL
    : unsaved > 0 && stuck
      ? `${count(unsaved, 'reading')} not saved yet`
      : readings.length === 0
        ? 'Nothing has been read yet'
        : undefined;
  return (
    <>
      <Button
        variant={isPrimary ? 'primary' : 'secondary'}
        icon={Check}
        block={block}
        disabledReason={reason}
        reasonIn="tooltip"
        onClick={() => {
          void refresh();
          dialog.show(null);
        }}
      >
        Complete Audit
      </Button>
      {dialog.shown && <BlindDialog key={dialog.shown.turn} {...dialog.props} work={work} />}
    </>
  );
}

const NotesForm = z.object({ notes: optionalText() });
const NO_NOTES: z.input<typeof NotesForm> = { notes: '' };

/** Completes with what was read; `read` is its confirmed number. Members with counts to send are named once. */
function useCompletion(
  { id, session, finish }: AuditWork,
  read: number | undefined,
  named: readonly Unheard[],
  setNamed: (people: readonly Unheard[]) => void,
) {
  const complete = useAction('completeAudit', { quiet: true });
  return async (notes: string | null | undefined) => {
    const without = named.map(({ userId }) => userId);
    const body = {
      notes,
      revision: session?.revision,
      ...(read !== undefined && { confirmRead: read }),
      ...(without.length > 0 && { without }),
    };
    const over = await finish(
      () => complete.run({ params: { id }, body }),
      ACTION_MESSAGES.completeAudit.failed,
    );
    if (!over.ok && over.error.body.unheard) setNamed(over.error.body.unheard);
    return over;
  };
}

/**
 * Completes a blind audit. It can't list what will be Missing, as that would say what is expected: the number of sets that were read is typed
 * instead where sets may become missing.
 */
function BlindDialog({ work, open, onClose, onClosed }: { work: AuditWork } & DialogState<null>['props']) {
  const { session, readings, unsaved } = work;
  const me = useMe();
  const isSpot = session?.kind === 'spot';
  const read = readings.filter(({ text }) => text !== null).length;
  const [typed, setTyped] = useState('');
  const [named, setNamed] = useState<readonly Unheard[]>([]);
  const send = useCompletion(work, isSpot ? undefined : read, named, setNamed);
  const save = useSaveForm({
    source: NO_NOTES,
    valuesOf: (none) => none,
    schema: NotesForm,
    order: ['notes'],
    send: ({ notes }) => send(notes),
    onSaved(over) {
      onClose();
      if (over) work.onOver(over);
    },
    open,
  });
  const isUntyped = !isSpot && !isNumber(typed, read);
  const asking = named.length > 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="Complete Audit"
      description={`${session?.location.name}, ${session ? kindText(session).toLowerCase() : ''}: ${count(read, 'set or code', 'sets and codes')} read`}
      dirty={save.form.formState.isDirty || typed !== ''}
      sending={save.busy}
      onSubmit={save.submit}
      foot={
        <span key={named.length} ref={restGuard} className="flex phone:flex-1 phone:*:flex-1">
          <Button
            type="submit"
            variant={isSpot && !asking ? 'primary' : 'destructive'}
            pending={save.busy}
            reasonIn="tooltip"
            disabledReason={
              unsaved > 0 ? 'Saving your last readings' : isUntyped ? 'Type how many were read' : undefined
            }
          >
            {asking ? 'Complete without them' : 'Complete Audit'}
          </Button>
        </span>
      }
    >
      <div className="flex flex-col gap-4">
        <UnheardNotice people={asking ? named : unheardOf(work, me.id)} isAsking={asking} />
        {isSpot ? (
          <p className="text-pretty">
            The register compares what you read. Each difference is in the report; no set is marked Missing.
          </p>
        ) : (
          <>
            <Notice variant="warning" title="Sets that were not read are marked Missing">
              A blind audit doesn't say which or how many before it is complete. You can undo it for 15
              minutes.
            </Notice>
            <TypedNumber
              label="How many sets and codes were read?"
              hint={`Type ${read} to confirm it.`}
              value={typed}
              onChange={setTyped}
            />
          </>
        )}
        <Field label="Notes" optional error={save.form.formState.errors.notes?.message}>
          <Textarea {...save.form.register('notes')} placeholder="Anything to add to the record" />
        </Field>
      </div>
    </Dialog>
  );
}
