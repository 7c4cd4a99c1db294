import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, type RefObject, Suspense, useRef } from 'react';
import { dayIn, zoneNote } from '../../shared/clock-text.ts';
import { NAME_MAX, SHEET_MAX } from '../../shared/limits.ts';
import { useOfflineSince } from '../api/connection.ts';
import { useRead } from '../api/read.ts';
import { useReader } from '../device/scan/reader.ts';
import { count } from '../format.ts';
import { locationIcon } from '../location/LocationIcon.tsx';
import { Button } from '../ui/Button.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Select } from '../ui/form/Select.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { Notice } from '../ui/Notice.tsx';
import { useQuestion } from '../ui/overlay/ConfirmDialog.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { toast } from '../ui/overlay/toast.ts';
import { PageFoot } from '../ui/PageFoot.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useNow, useZone } from '../zone.ts';
import type { Field as FieldName } from './lines.ts';
import { GRID, PaperLine } from './PaperLine.tsx';
import { type PaperLines, usePaperLines } from './use-paper-lines.ts';

const NewPersonDialog = lazy(() =>
  import('../holder/NewPersonDialog.tsx').then((m) => ({ default: m.NewPersonDialog })),
);
const route = getRouteApi('/paper');

/** The focus goes to a field of a line: immediately, so that no key is typed into the former one; to a new line once it is drawn. */
function focusOn(list: RefObject<HTMLElement | null>, n: number, field: FieldName) {
  const find = () => list.current?.querySelector<HTMLElement>(`[data-line="${n}"] [data-field="${field}"]`);
  const drawn = find();
  if (drawn) drawn.focus();
  else requestAnimationFrame(() => find()?.focus());
}

/** What was written on paper while Keyhold could not be reached, typed in with its own times. */
export function PaperPage() {
  const phone = useMedia(PHONE);
  const { location: asked } = route.useSearch();
  const { data: locations } = useRead('listLocations');
  const [now, zone] = [useNow(), useZone()];
  const known =
    locations?.find(({ id }) => String(id) === asked) ?? (locations?.length === 1 ? locations[0] : undefined);
  const location = known ? String(known.id) : '';
  const work = usePaperLines(location);
  const list = useRef<HTMLOListElement>(null);
  const leave = useLeave(work);
  useScans(work, list);
  return (
    <>
      <PageHead
        title="Type in a paper sheet"
        subtitle="What was written on paper is entered with its own times."
        right={
          <Button variant="ghost" onClick={() => void leave.discard()}>
            Cancel
          </Button>
        }
      />
      <Head work={work} location={location} locations={locations ?? []} />
      {work.isFound && work.isTyped && (
        <Notice variant="info" className="mb-4">
          These lines were kept on this device. Record them, or remove them with Cancel.
        </Notice>
      )}
      {location === '' ? (
        <p className="text-muted">Choose the location of the sheet.</p>
      ) : work.isReady ? (
        <Lines work={work} location={location} list={list} />
      ) : (
        <Skeleton className="h-40" />
      )}
      <p className="mt-3 text-hint text-pretty text-muted">
        Marked “From paper” in the history, with the time on the sheet and the time it was typed in. Nothing
        typed here changes an entry that is there already. {zoneNote(now, zone)}.
      </p>
      <Foot work={work} phone={phone} onKeep={leave.keep} />
      {leave.question}
    </>
  );
}

/** Leaves the page, with the lines kept or removed. */
function useLeave({ isTyped, keep, forget }: PaperLines) {
  const navigate = useNavigate();
  const question = useQuestion();
  async function discard() {
    const isSure =
      !isTyped ||
      (await question.ask({
        title: 'Remove these lines?',
        text: 'Nothing of them was recorded. The paper is all that is left of them.',
        confirmLabel: 'Remove the lines',
        cancelLabel: 'Go on typing',
        danger: true,
      }));
    if (!isSure) return;
    await forget();
    void navigate({ to: '/history' });
  }
  async function keepLines() {
    if (await keep()) {
      toast({
        title: 'Kept on this device',
        description: 'Open “Type in a paper sheet” again to go on.',
        variant: 'success',
      });
      void navigate({ to: '/history' });
    } else
      toast({
        title: 'Error',
        description: 'This browser could not keep the lines. Record them, or leave the page open.',
        variant: 'destructive',
      });
  }
  return { discard, keep: () => void keepLines(), question: question.dialog };
}

/** A scanned code fills the set of the line in which the focus is, else of the last one; the focus goes on. */
function useScans({ rows, change, isReady }: PaperLines, list: RefObject<HTMLElement | null>) {
  useReader({
    accepts: 'code',
    enabled: isReady,
    onRead: (code) => {
      const at = document.activeElement?.closest<HTMLElement>('[data-line]')?.dataset.line;
      const n = Number(at ?? rows.at(-1)?.line.n ?? 0);
      change(n, { set: code, setId: null });
      focusOn(list, n, 'kind');
    },
  });
}

type HeadProps = {
  work: PaperLines;
  location: string;
  locations: readonly { id: number; name: string; type: string }[];
};

/** The sheet's number, its location, who wrote it, and the day of its first line. */
function Head({ work: { draft, setDraft }, location, locations }: HeadProps) {
  const navigate = route.useNavigate();
  const today = dayIn(useNow(), useZone());
  return (
    <div className="mb-4 flex flex-wrap items-end gap-4 *:w-50 phone:*:w-full">
      <Field label="Sheet" required>
        <Input
          value={draft.sheet}
          maxLength={SHEET_MAX}
          placeholder="P-0319, page 3"
          autoComplete="off"
          onChange={({ target }) => setDraft((last) => ({ ...last, sheet: target.value }))}
        />
      </Field>
      <Field label="Location" required>
        <Select
          value={location}
          placeholder="Choose..."
          onValueChange={(next) => void navigate({ search: { location: next }, replace: true })}
          options={locations.map(({ id, name, type }) => ({
            value: String(id),
            label: name,
            icon: locationIcon(type),
          }))}
        />
      </Field>
      <Field label="Written by" required>
        <Input
          value={draft.writtenBy}
          maxLength={NAME_MAX}
          autoComplete="off"
          onChange={({ target }) => setDraft((last) => ({ ...last, writtenBy: target.value }))}
        />
      </Field>
      <Field label="Day of the first line" required>
        <DateInput
          kind="day"
          value={draft.day}
          today={today}
          onChange={(day) => day && setDraft((last) => ({ ...last, day }))}
        />
      </Field>
      <p className="ml-auto w-auto! text-hint text-muted touch:hidden">
        Tab goes on, Enter starts the next line. A scan fills the set.
      </p>
    </div>
  );
}

const HEADS = ['Line', 'Time', 'Set', 'What', 'Who', 'New tag', 'Counted', 'The register says', ''];

type LinesProps = { work: PaperLines; location: string; list: RefObject<HTMLOListElement | null> };

function Lines({ work, location, list }: LinesProps) {
  const { rows, change, remove, addBefore, draft } = work;
  const dialog = useDialogState<{ n: number; name: string }>();
  const shown = dialog.shown;
  return (
    <Panel>
      <div
        aria-hidden
        className={`${GRID} h-10 rounded-t-xl border-b bg-soft/60 px-4 text-label font-medium text-muted max-xl:hidden`}
      >
        {HEADS.map((head) => (
          <span key={head}>{head}</span>
        ))}
      </div>
      <ol ref={list} aria-label="Lines">
        {rows.map((row, at) => {
          const { n } = row.line;
          const before = rows.slice(0, at).findLast(({ timed }) => timed.day)?.timed.day ?? draft.day;
          return (
            <PaperLine
              key={n}
              row={row}
              day={row.timed.day === before ? null : row.timed.day}
              location={location}
              onChange={(about) => change(n, about)}
              onRemove={() => {
                remove(n);
                focusOn(list, rows[at + 1]?.line.n ?? n, 'time');
              }}
              onNext={() => focusOn(list, rows[at + 1]?.line.n ?? n, 'time')}
              onReturnBefore={() => focusOn(list, addBefore(row.line), 'time')}
              onNew={(name) => dialog.show({ n, name })}
            />
          );
        })}
      </ol>
      {shown && (
        <Suspense>
          <NewPersonDialog
            key={shown.turn}
            {...dialog.props}
            typed={shown.about.name}
            onPerson={({ id, name }) => change(shown.about.n, { who: name, whoId: id })}
          />
        </Suspense>
      )}
    </Panel>
  );
}

/** "3 lines ready, 2 to look at.", and the button that records what is ready. */
function Foot({ work, phone, onKeep }: { work: PaperLines; phone: boolean; onKeep: () => void }) {
  const { rows, dry, draft, isTyped, isRecording, record } = work;
  const offline = useOfflineSince() > 0;
  const of = (state: string) => rows.filter((row) => row.state === state).length;
  const [ready, look, already] = [of('ready'), of('look'), of('already')];
  const reason = offline
    ? 'Recording needs a network. Keep the lines for later.'
    : !draft.sheet.trim()
      ? 'Write the number of the sheet.'
      : !draft.writtenBy.trim()
        ? 'Write who wrote the sheet.'
        : ready === 0
          ? 'No line is ready.'
          : !dry.isCurrent
            ? (dry.failed ?? 'Keyhold is looking at the lines.')
            : undefined;
  const text = [
    `${count(ready, 'line')} ready`,
    look > 0 && `${look} to look at`,
    already > 0 && `${already} recorded already`,
  ]
    .filter(Boolean)
    .join(', ');
  const note =
    dry.failed && isTyped && !offline
      ? dry.failed
      : `${text}.${phone ? '' : ' Lines go in together, in the order of their times.'}`;
  const buttons = (
    <>
      <Button disabled={!isTyped} onClick={onKeep}>
        Keep for later
      </Button>
      <Button
        variant="primary"
        pending={isRecording}
        disabledReason={reason}
        reasonIn="tooltip"
        onClick={() => void record()}
      >
        {ready === 0 ? 'Record the lines' : `Record ${count(ready, 'line')}`}
      </Button>
    </>
  );
  return phone ? <FootBar note={note}>{buttons}</FootBar> : <PageFoot note={note}>{buttons}</PageFoot>;
}
