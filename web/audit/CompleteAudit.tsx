import { zodResolver } from '@hookform/resolvers/zod';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { OneAuditSession } from '../../shared/audit.ts';
import { optionalText } from '../../shared/text.ts';
import { useAction } from '../api.ts';
import { count } from '../format.ts';
import { useLabels } from '../setting/labels.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Textarea } from '../ui/form/Textarea.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { tagOf } from './bunch-text.ts';
import { WasMissing } from './report/WasMissing.tsx';
import type { AuditWork } from './use-audit-session.ts';

type Props = { work: AuditWork; onOver: (session: OneAuditSession) => void };
const NotesForm = z.object({ notes: optionalText() });

/** The button, primary once everything is counted, and its dialog. */
export function CompleteAudit({ work, onOver, size, block }: Props & { size?: 'lg'; block?: boolean }) {
  const [opened, setOpened] = useState<{ open: boolean; turn: number }>({ open: false, turn: 0 });
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
          setOpened(({ turn }) => ({ open: true, turn: turn + 1 }));
        }}
      >
        Complete Audit
      </Button>
      <CompleteDialog
        key={opened.turn}
        work={work}
        onOver={onOver}
        open={opened.open}
        onClose={() => setOpened(({ turn }) => ({ open: false, turn }))}
      />
    </>
  );
}

/**
 * Ends an audit: with notes, and, with sets unseen, by the list of what will be marked missing. What was ticked or scanned stands on the
 * server; only when nothing was, the list itself is sent, because a checklist about which nothing is said would change no status
 * (DECISIONS table d).
 */
function CompleteDialog({ work, onOver, open, onClose }: Props & { open: boolean; onClose: () => void }) {
  const complete = useAction('completeAudit');
  const { session, scanned, expected, unseen, unsaved, ended } = work;
  const { label } = useLabels();
  const { register, handleSubmit, formState } = useForm<
    z.input<typeof NotesForm>,
    unknown,
    z.output<typeof NotesForm>
  >({ resolver: zodResolver(NotesForm), defaultValues: { notes: '' } });
  const left = work.rows.filter((row) => !row.ticked && row.bunch.leftAlone).length;
  const lost = unseen.length;
  const type = session?.keyType ? label('keyTypes', session.keyType) : 'all key types';

  const submit = handleSubmit(async ({ notes }) => {
    // Asked again, so that what a colleague ticked a moment ago is not taken back.
    const now = scanned === 0 ? (await work.refresh()).data : null;
    const silent = now?.mode === 'manual' && now.seen.length === 0;
    ended.current = true;
    const over = await complete.run({
      params: { id: work.id },
      body: { notes, ...(silent && { missingBunches: now.expected.map((bunch) => bunch.id) }) },
    });
    if (!over) {
      ended.current = false;
      onClose();
      return;
    }
    onClose();
    onOver(over);
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Complete Audit"
      description={`${session?.location.name}, ${type}: ${scanned} of ${expected} scanned`}
      dirty={formState.isDirty && !formState.isSubmitting && !formState.isSubmitted}
      onSubmit={submit}
      foot={
        <Button
          type="submit"
          variant={lost > 0 ? 'destructive' : 'primary'}
          pending={complete.pending}
          disabledReason={unsaved > 0 ? 'The last changes are being saved' : undefined}
          reasonIn="tooltip"
        >
          Complete Audit
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {lost > 0 ? (
          <section className="overflow-clip rounded-xl border border-red-600/30 dark:border-red-400/30">
            <h3 className="bg-red-500/8 px-4 py-2.5 font-semibold text-red-800 dark:text-red-300">
              {count(lost, 'set')} will be marked missing
            </h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
            <ul aria-label="Not scanned yet" tabIndex={0} className="max-h-56 overflow-y-auto">
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
            {count(left, 'set')} moved, issued, returned or deleted since the start: left alone.
          </p>
        )}
        <Field label="Notes" optional error={formState.errors.notes?.message}>
          <Textarea {...register('notes')} placeholder="Anything to add to the record" />
        </Field>
      </div>
    </Dialog>
  );
}
