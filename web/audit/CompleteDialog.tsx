import { Check } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import * as z from 'zod/mini';
import { ACTION_MESSAGES } from '../../shared/action-messages.ts';
import type { AuditBunch } from '../../shared/audit.ts';
import { mustTypeMissing } from '../../shared/audit-words.ts';
import { optionalText } from '../../shared/text.ts';
import { fullName } from '../../shared/user-name.ts';
import { useAction } from '../api/action.ts';
import { Opens } from '../BunchText.tsx';
import { useSaveForm } from '../form/save-form.ts';
import { clockTime, count } from '../format.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input, Textarea } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import type { DialogState } from '../ui/overlay/dialog-state.ts';
import { restGuard } from '../ui/overlay/rest-guard.ts';
import { listed, unheardOf, unheardText } from './audit-members.ts';
import { useDrawn } from './audit-parts.tsx';
import { allScanned, isNumber, lacksNfc, tagOf, useTypeText, WasMissing } from './audit-text.tsx';
import type { AuditWork } from './use-audit-session.ts';

type CompleteProps = { work: AuditWork } & DialogState<null>['props'];

const NotesForm = z.object({ notes: optionalText() });
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
        {isMuch && <MissingNumber value={typed} onChange={setTyped} />}
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

export type Unheard = ReturnType<typeof unheardOf>[number];

/** Members whose counts may not have arrived; `isAsking`: the completion waits for a second press. */
export function UnheardNotice({ people, isAsking }: { people: readonly Unheard[]; isAsking: boolean }) {
  if (people.length === 0) return null;
  const names = listed(people.map(({ user }) => fullName(user)));
  return (
    <Notice
      variant="warning"
      title={isAsking ? `Complete without ${names}?` : `${names} may have counts that are not here yet`}
    >
      <ul>
        {people.map((person) => (
          <li key={person.userId}>{unheardText(person)}</li>
        ))}
      </ul>
      {isAsking
        ? 'Nothing has been saved yet. Wait for their counts, or complete without them. '
        : 'Wait for them if you can. '}
      Counts that arrive later are kept, and their sets are Present again.
    </Notice>
  );
}

/** The newest count of another member: "Tom Whitaker counted MCR-0116 at 22:41."; empty without one. */
function lastChange({ session }: AuditWork, meId: number): string {
  const [newest] = session?.seen.filter(({ userId }) => userId !== meId) ?? [];
  if (!newest?.user) return '';
  return `${fullName(newest.user)} counted ${newest.identifier} at ${clockTime(newest.doneAt)}.`;
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

type Props = {
  work: AuditWork;
  byHand?: (() => void) | undefined;
  /** With nothing counted: whether everything becomes missing. */
  allMissing?: boolean;
  onAllMissing?: (all: boolean) => void;
};

/** The result for sets that were not seen. */
function Verdict({
  work: { unseen, rows, scanned, expected, session },
  byHand,
  allMissing = false,
  onAllMissing,
}: Props) {
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
          {left > 0 || scanned < expected ? 'No set will be marked missing.' : allScanned({ unsaved: 0 })}
        </p>
      )}
      {onAllMissing && (
        <Checkbox
          label={lost === 1 ? 'Mark it missing' : `Mark all ${lost.toLocaleString()} missing`}
          checked={allMissing}
          onCheckedChange={onAllMissing}
        />
      )}
      {session?.kind === 'spot' && scanned < expected && (
        <p className="text-pretty">
          {count(expected - scanned, 'set')} not found. Each is in the report, to look into.
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

/** Rows drawn at first, and per press: a list of 10,000 would freeze the page. */
const STEP = 60;

function UnseenList({ unseen }: { unseen: readonly AuditBunch[] }) {
  const { drawn, more } = useDrawn(unseen, STEP);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <ul aria-label="Not checked yet" tabIndex={0} className="max-h-56 overflow-y-auto">
      {drawn.map((bunch) => (
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
      {more && <li className="border-t px-4 py-2 text-center">{more}</li>}
    </ul>
  );
}
