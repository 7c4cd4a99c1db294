import { Check } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { AuditBunch } from '../../shared/audit.ts';
import { mustTypeMissing } from '../../shared/audit-words.ts';
import { ACTION_MESSAGES } from '../../shared/messages.ts';
import { optionalText } from '../../shared/text.ts';
import { useAction } from '../api/action.ts';
import { useSaveForm } from '../form/save-form.ts';
import { count } from '../format.ts';
import { Opens } from '../key-bunch/BunchText.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input, Textarea } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import type { DialogState } from '../ui/overlay/dialog-state.ts';
import { allScanned, lacksNfc, tagOf, useTypeText, WasMissing } from './audit-text.tsx';
import { failureToast } from './refusals.ts';
import type { AuditWork } from './use-audit-session.ts';

type CompleteProps = { work: AuditWork } & DialogState<null>['props'];

const NotesForm = z.object({ notes: optionalText() });
const NO_NOTES: z.input<typeof NotesForm> = { notes: '' };

/**
 * Completes an audit, with notes and the listed missing sets. If the list has changed, the server refuses; the form keeps its text and
 * shows the new list. With nothing counted, marking everything as missing must be chosen.
 */
export function CompleteDialog({ work, open, onClose, onClosed }: CompleteProps) {
  const { session, scanned, expected, unseen, byHand } = work;
  const typeText = useTypeText();
  const nothing = scanned === 0 && unseen.length > 0;
  const [allMissing, setAllMissing] = useState(false);
  const [typed, setTyped] = useState('');
  const isMuch = !nothing && mustTypeMissing(unseen.length, expected);
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
      if (over) work.onOver(over);
    },
    open,
  });
  const changed = save.error?.body.code === 'audit_changed';

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
            The list now shows the current state. Nothing has been saved yet.
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

/** Why the audit can't be completed; undefined when it can. */
function blockOf({ unsaved, stuck }: AuditWork, isUnchosen: boolean, isUntyped: boolean): string | undefined {
  if (unsaved > 0) return stuck ? 'Waiting for signal to send your last changes' : 'Saving your last changes';
  if (isUnchosen) return 'Nothing has been checked yet';
  return isUntyped ? 'Type how many sets will be missing' : undefined;
}

/** Completes with the list as shown. */
function useCompletion(work: AuditWork, nothing: { allMissing: boolean } | false) {
  const { id, session, unseen, finish } = work;
  const failure = failureToast(ACTION_MESSAGES.completeAudit.failed);
  const complete = useAction('completeAudit', { failure });
  return (notes: string | null | undefined) => {
    const confirmed = {
      missingBunches: unseen.map((bunch) => bunch.id),
      revision: session?.revision,
      confirmMissing: unseen.length,
    };
    return finish(() => complete.run({ params: { id }, body: { notes, ...confirmed, ...nothing } }));
  };
}

type Props = {
  work: AuditWork;
  byHand?: (() => void) | undefined;
  /** With nothing counted: whether everything becomes missing. */
  allMissing?: boolean;
  onAllMissing?: (all: boolean) => void;
};

/** The result for sets that were not seen. */
function Verdict({ work: { unseen, rows }, byHand, allMissing = false, onAllMissing }: Props) {
  const left = rows.filter((row) => !row.ticked && row.bunch.leftAlone).length;
  const lost = unseen.length;
  const bare = byHand ? unseen.filter(lacksNfc).length : 0;
  return (
    <>
      {bare > 0 && (
        <Notice
          variant="warning"
          title={`${count(bare, 'of these sets has', 'of these sets have')} no NFC tag`}
          action={
            <Button size="sm" onClick={byHand}>
              Tick by hand
            </Button>
          }
        >
          No scan can find {bare === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      {lost > 0 ? (
        <section className="overflow-clip rounded-xl border border-red-600/30 dark:border-red-400/30">
          <h3 className="bg-red-500/8 px-4 py-2.5 font-semibold text-red-800 dark:text-red-300">
            {onAllMissing ? 'Nothing has been checked yet' : `${count(lost, 'set')} will be marked missing`}
          </h3>
          <UnseenList unseen={unseen} />
        </section>
      ) : (
        <p className="flex items-center gap-2 font-medium text-emerald-800 dark:text-emerald-300">
          <Check aria-hidden className="size-4" />
          {left > 0 ? 'No set will be marked missing.' : allScanned({ unsaved: 0 })}
        </p>
      )}
      {onAllMissing && (
        <Checkbox
          label={lost === 1 ? 'Mark it missing' : `Mark all ${lost.toLocaleString()} missing`}
          checked={allMissing}
          onCheckedChange={onAllMissing}
        />
      )}
      {left > 0 && (
        <p className="text-hint text-muted">
          {count(left, 'set')} changed during the audit and will be skipped.
        </p>
      )}
    </>
  );
}

const UnseenList = ({ unseen }: { unseen: readonly AuditBunch[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
  <ul aria-label="Not checked yet" tabIndex={0} className="max-h-56 overflow-y-auto">
    {unseen.map((bunch) => (
      <li key={bunch.id} className="flex items-center gap-3 border-t px-4 py-2">
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 font-medium break-words tabular-nums">{bunch.identifier}</span>
            {bunch.status === 'missing' && <WasMissing />}
          </span>
          {bunch.now && <Opens bunch={bunch.now} client={false} className="text-hint text-muted" />}
        </span>
        <span className="shrink-0 text-right text-hint text-muted tabular-nums">
          {bunch.now?.position && <span className="block font-medium text-fg">{bunch.now.position}</span>}
          {tagOf(bunch)}
        </span>
      </li>
    ))}
  </ul>
);
