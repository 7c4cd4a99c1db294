import { Check } from 'lucide-react';
import * as z from 'zod/mini';
import type { OneAuditSession } from '../../shared/audit.ts';
import { optionalText } from '../../shared/text.ts';
import { useAction } from '../api/action.ts';
import { useSaveForm } from '../form/save-form.ts';
import { count } from '../format.ts';
import { useLabels } from '../setting/labels.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Textarea } from '../ui/form/Textarea.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
import { tagOf } from './bunch-text.ts';
import { WasMissing } from './report/WasMissing.tsx';
import type { AuditWork } from './use-audit-session.ts';

type Props = { work: AuditWork; onOver: (session: OneAuditSession) => void };
const NotesForm = z.object({ notes: optionalText() });
const NO_NOTES: z.input<typeof NotesForm> = { notes: '' };

/** The button, primary once everything is counted, and its dialog. */
export function CompleteAudit({ work, onOver, size, block }: Props & { size?: 'lg'; block?: boolean }) {
  const dialog = useDialogState<null>();
  return (
    <>
      <Button
        variant={work.percent === 100 ? 'primary' : 'secondary'}
        icon={Check}
        size={size}
        block={block}
        disabledReason={
          work.unsaved > 0 && work.stuck ? `${count(work.unsaved, 'change')} not saved yet` : undefined
        }
        reasonIn="tooltip"
        onClick={() => {
          // What others counted meanwhile belongs into the question.
          void work.refresh();
          dialog.show(null);
        }}
      >
        Complete Audit
      </Button>
      {dialog.shown && (
        <CompleteDialog key={dialog.shown.turn} {...dialog.props} work={work} onOver={onOver} />
      )}
    </>
  );
}

/**
 * Ends an audit: with notes, and, with sets unseen, by the list of what will be marked missing. What was ticked or scanned stands on the
 * server; only when nothing was, the list itself is sent, because a checklist about which nothing is said would change no status
 * (DECISIONS table d).
 */
function CompleteDialog({ work, onOver, open, onClose, onClosed }: Props & DialogState<null>['props']) {
  const complete = useAction('completeAudit');
  const { session, scanned, expected, unseen, unsaved, ended } = work;
  const { label } = useLabels();
  const type = session?.keyType ? label('keyTypes', session.keyType) : 'all key types';
  const save = useSaveForm({
    source: NO_NOTES,
    valuesOf: (none) => none,
    schema: NotesForm,
    order: ['notes'],
    async send({ notes }) {
      // Asked again, so that what a colleague ticked a moment ago is not taken back.
      const now = scanned === 0 ? (await work.refresh()).data : null;
      const silent = now?.mode === 'manual' && now.seen.length === 0;
      ended.current = true;
      const over = await complete.run({
        params: { id: work.id },
        body: { notes, ...(silent && { missingBunches: now.expected.map((bunch) => bunch.id) }) },
      });
      ended.current = over.ok;
      return over;
    },
    onSaved(over) {
      onClose();
      if (over) onOver(over);
    },
    open,
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="Complete Audit"
      description={`${session?.location.name}, ${type}: ${scanned} of ${expected} checked`}
      dirty={save.form.formState.isDirty}
      onSubmit={save.submit}
      foot={
        <Button
          type="submit"
          variant={unseen.length > 0 ? 'destructive' : 'primary'}
          pending={save.busy}
          disabledReason={unsaved > 0 ? 'Saving your last changes' : undefined}
          reasonIn="tooltip"
        >
          Complete Audit
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Verdict work={work} />
        <Field label="Notes" optional error={save.form.formState.errors.notes?.message}>
          <Textarea {...save.form.register('notes')} placeholder="Anything to add to the record" />
        </Field>
      </div>
    </Dialog>
  );
}

/** What the audit will say of the sets that were not seen. */
function Verdict({ work: { unseen, rows } }: Pick<Props, 'work'>) {
  const left = rows.filter((row) => !row.ticked && row.bunch.leftAlone).length;
  const lost = unseen.length;
  return (
    <>
      {lost > 0 ? (
        <section className="overflow-clip rounded-xl border border-red-600/30 dark:border-red-400/30">
          <h3 className="bg-red-500/8 px-4 py-2.5 font-semibold text-red-800 dark:text-red-300">
            {count(lost, 'set')} will be marked missing
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
          <ul aria-label="Not checked yet" tabIndex={0} className="max-h-56 overflow-y-auto">
            {unseen.map((bunch) => (
              <li key={bunch.id} className="flex items-center gap-3 border-t px-4 py-2">
                <span className="font-medium">{bunch.identifier}</span>
                {bunch.status === 'missing' && <WasMissing />}
                <span className="ml-auto text-hint text-muted tabular-nums">{tagOf(bunch)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <p className="flex items-center gap-2 font-medium text-emerald-800 dark:text-emerald-300">
          <Check aria-hidden className="size-4" />
          {left > 0 ? 'No set will be marked missing.' : 'All expected keys scanned!'}
        </p>
      )}
      {left > 0 && (
        <p className="text-hint text-muted">
          {count(left, 'set')} changed during the audit and will be skipped.
        </p>
      )}
    </>
  );
}
