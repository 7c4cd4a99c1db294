import { Check } from 'lucide-react';
import { type Dispatch, type ReactNode, type SetStateAction, useId, useState } from 'react';
import { TEXT_MAX } from '../../shared/limits.ts';
import { contentsOf } from '../../shared/opens-text.ts';
import type { OneRoomHandover, RoomOut } from '../../shared/room-handover.ts';
import { useAction } from '../api/action.ts';
import { dueText, lengthOf, overdueClass } from '../custody/due-lines.ts';
import { Button } from '../ui/Button.tsx';
import { linkClass } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { Textarea } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useNow, useZone } from '../zone.ts';
import { showReply, useMomentText, useNowOf } from './use-handover.ts';

type Props = {
  number: number;
  title: string;
  /** Done shows a tick; `now` is the step to do next. */
  state: 'done' | 'now' | 'later';
  /** Muted, at the right. */
  right?: ReactNode;
  children?: ReactNode;
};

const DISCS = {
  done: 'bg-fg text-bg',
  now: 'bg-primary text-primary-fg',
  later: 'text-muted inset-ring inset-ring-line',
};

/** A step of the handover: its disc, title and a summary, with its content below. */
export function Step({ number, title, state, right, children }: Props) {
  return (
    <section aria-label={title} className="border-t first:border-t-0">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <span
          aria-hidden
          className={cx(
            'grid size-6 shrink-0 place-items-center rounded-full text-tiny font-semibold tabular-nums',
            DISCS[state],
          )}
        >
          {state === 'done' ? <Check className="size-3.5" /> : number}
        </span>
        <h2 className="text-body font-semibold">{title}</h2>
        {right && (
          <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-3 text-right text-hint text-pretty text-muted phone:text-left">
            {right}
          </div>
        )}
      </div>
      {children}
    </section>
  );
}

/** A line of a step's content, under its title. */
export const StepLine = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={cx('border-t py-2.5 pr-4 pl-13 phone:pl-4', className)}>{children}</div>
);

/** The third step: what is out, to be read aloud or handed over on paper. */
export function OutStep({ handover }: { handover: OneRoomHandover }) {
  const { out, figures, state } = handover;
  const at = useNowOf(handover);
  const [shown, setShown] = useState(state !== 'open');
  const total = figures?.out ?? out.length;
  return (
    <Step
      number={3}
      title="Out and overdue"
      state={state === 'open' ? 'later' : 'done'}
      right={
        <>
          <span>
            {total === 0 ? 'Every set is in.' : `${total.toLocaleString()} out`}
            {total > 0 && <span className="phone:hidden">, read aloud or on paper</span>}
          </span>
          {out.length > 0 && (
            <button
              type="button"
              aria-expanded={shown}
              className={linkClass}
              onClick={() => setShown(!shown)}
            >
              {shown ? 'Hide' : 'Show'}
            </button>
          )}
        </>
      }
    >
      {shown && out.length > 0 && (
        <ul>
          {out.map((one) => (
            <li key={one.keyBunchId}>
              <OutLine one={one} at={at} isOpen={state === 'open'} />
            </li>
          ))}
          {total > out.length && (
            <li>
              <StepLine className="text-hint text-muted">
                and {(total - out.length).toLocaleString()} more
              </StepLine>
            </li>
          )}
        </ul>
      )}
    </Step>
  );
}

/** A set that is out, as it was at `at` (epoch ms); days are worded as of now. */
function OutLine({ one, at, isOpen }: { one: RoomOut; at: number; isOpen: boolean }) {
  const [now, zone, moment] = [useNow(), useZone(), useMomentText()];
  const dueAt = one.dueAt === null ? null : Date.parse(one.dueAt);
  const asSigned = (due: number) =>
    due < at
      ? { text: `${lengthOf(at - due)} overdue`, overdue: true }
      : { text: `due ${moment(due)}`, overdue: false };
  const due = dueAt === null ? null : isOpen ? dueText(dueAt, now, zone, true) : asSigned(dueAt);
  const since = moment(Date.parse(one.since));
  return (
    <StepLine className="grid grid-cols-[8rem_minmax(0,1fr)_auto] items-baseline gap-x-3 phone:grid-cols-[minmax(0,1fr)_auto]">
      <b className="truncate font-semibold">{one.identifier}</b>
      <span className="min-w-0 wrap-anywhere phone:col-span-2 phone:row-start-2">
        {one.holder}
        <span className="text-muted">
          {one.organisation && `, ${one.organisation}`} · since {since} ·{' '}
          <span className="whitespace-nowrap">{contentsOf(one)}</span>
        </span>
      </span>
      <span className={cx('text-right', due?.overdue ? overdueClass : !due && 'text-muted')}>
        {due?.text ?? 'No time'}
      </span>
    </StepLine>
  );
}

/** The text that is typed, and the stored one that it began from. */
export type NotesDraft = { text: string; from: string } | null;

/** The draft while it differs from what it began from and from what is stored. */
export const unsavedOf = (draft: NotesDraft, stored: string): NotesDraft =>
  draft && draft.text !== draft.from && draft.text.trim() !== stored ? draft : null;

type NotesProps = {
  handover: OneRoomHandover;
  editable: boolean;
  draft: NotesDraft;
  onDraft: Dispatch<SetStateAction<NotesDraft>>;
};

/** The fourth step. What another person wrote meanwhile is shown before it is overwritten. */
export function NotesStep({ handover, editable, draft, onDraft }: NotesProps) {
  const id = useId();
  const update = useAction('updateRoomHandover');
  const stored = handover.notes ?? '';
  const typed = draft && draft.text !== draft.from ? draft : null;
  const unsaved = unsavedOf(draft, stored);
  const others = unsaved !== null && unsaved.from !== stored;

  async function save() {
    if (!unsaved) return;
    const notes = unsaved.text.trim();
    // Saved over what is shown: the text above the field, or that from which it began.
    const sent = await update.run({ params: { id: handover.id }, body: { notes, notesWere: stored } });
    if (!sent.ok) return;
    showReply(sent.reply);
    // What was typed while it was sent is not saved yet.
    onDraft((last) => (last && last.text !== unsaved.text ? { text: last.text, from: notes } : null));
  }
  return (
    <Step
      number={4}
      title="Notes for the next shift"
      state={stored ? 'done' : 'later'}
      right={editable ? 'optional' : stored ? null : 'none'}
    >
      {!editable && unsaved && <NotSaved text={unsaved.text} onDismiss={() => onDraft(null)} />}
      {(editable || stored) && (
        <div className="pr-4 pb-4 pl-13 phone:pl-4">
          {others && (
            <Notice variant="warning" title="Another person changed the notes" className="mb-3">
              <p className="whitespace-pre-line">{stored || 'They are empty now.'}</p>
              <p className="mt-1">Take over what is needed into yours, then save.</p>
            </Notice>
          )}
          {editable ? (
            <>
              <Textarea
                aria-label="Notes for the next shift"
                aria-describedby={id}
                rows={3}
                value={typed?.text ?? stored}
                maxLength={TEXT_MAX}
                placeholder="What the next shift must know"
                onChange={(event) => onDraft({ text: event.target.value, from: typed?.from ?? stored })}
              />
              <div className="mt-2 flex min-h-9 flex-wrap items-center justify-between gap-3">
                <p id={id} className="text-hint text-muted">
                  On the sheet, in full. Name no site and no alarm code.
                </p>
                {unsaved && (
                  <Button pending={update.pending} onClick={() => void save()}>
                    Save notes
                  </Button>
                )}
              </div>
            </>
          ) : (
            <p className="whitespace-pre-line wrap-anywhere">{stored}</p>
          )}
        </div>
      )}
    </Step>
  );
}

/** The outgoing person signed while this person was typing. */
const NotSaved = ({ text, onDismiss }: { text: string; onDismiss: () => void }) => (
  <Notice
    variant="warning"
    title="Your text was not saved"
    className="mx-4 mb-3 ml-13 phone:ml-4"
    action={
      <Button size="sm" onClick={onDismiss}>
        Dismiss
      </Button>
    }
  >
    <p className="whitespace-pre-line">{text}</p>
    <p className="mt-1">The notes were signed without it. Tell the next shift.</p>
  </Notice>
);
