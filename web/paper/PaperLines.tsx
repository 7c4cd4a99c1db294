import type { ClipboardEvent, RefObject } from 'react';
import { useOfflineSince } from '../api/connection.ts';
import { count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { FootBar, PageFoot } from '../ui/FootBar.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { Panel } from '../ui/Panel.tsx';
import { type Field, pastedLines } from './lines.ts';
import { GRID, PaperLine } from './PaperLine.tsx';
import type { PaperLines } from './use-paper-lines.ts';

const NewPersonDialog = lazyDialog(() => import('../holder/NewPersonDialog.tsx'), 'NewPersonDialog');
/** The focus goes to a field of a line: immediately, so that no key is typed into the former one; to a new line once it is drawn. */
export function focusOn(list: RefObject<HTMLElement | null>, n: number, field: Field) {
  const find = () => list.current?.querySelector<HTMLElement>(`[data-line="${n}"] [data-field="${field}"]`);
  const drawn = find();
  if (drawn) drawn.focus();
  else requestAnimationFrame(() => find()?.focus());
}

const HEADS = ['Line', 'Time', 'Set', 'What', 'Who', 'New tag', 'Counted', 'The register says', ''];

type LinesProps = { work: PaperLines; location: string; list: RefObject<HTMLOListElement | null> };

/** The lines of a sheet, and the dialog that adds a person. */
export function Lines({ work, location, list }: LinesProps) {
  const { rows, change, paste, remove, addBefore } = work;
  const dialog = useDialogState<{ n: number; name: string }>();
  const shown = dialog.shown;
  function onPaste(event: ClipboardEvent<HTMLElement>) {
    const n = Number((event.target as HTMLElement).closest<HTMLElement>('[data-line]')?.dataset.line ?? 0);
    const pasted = pastedLines(event.clipboardData.getData('text/plain'));
    if (!pasted || n === 0) return;
    event.preventDefault();
    paste(n, pasted);
  }
  return (
    <Panel className="@container">
      <div
        aria-hidden
        className={`${GRID} h-10 rounded-t-xl border-b bg-soft/60 px-4 text-label font-medium text-muted @max-[72rem]:hidden`}
      >
        {HEADS.map((head) => (
          <span key={head}>{head}</span>
        ))}
      </div>
      <ol ref={list} aria-label="Lines" onPaste={onPaste}>
        {rows.map((row, at) => {
          const { n } = row.line;
          return (
            <PaperLine
              key={n}
              row={row}
              location={location}
              onChange={(about) => change(n, about)}
              onRemove={() => {
                remove(n);
                focusOn(list, rows[at + 1]?.line.n ?? n, 'time');
              }}
              onNext={() => focusOn(list, rows[at + 1]?.line.n ?? n, 'time')}
              onField={(field) => focusOn(list, n, field)}
              onReturnBefore={() => focusOn(list, addBefore(row.line), 'time')}
              onNew={(name) => dialog.show({ n, name })}
            />
          );
        })}
      </ol>
      {shown && (
        <NewPersonDialog
          key={shown.turn}
          {...dialog.props}
          typed={shown.about.name}
          onPerson={({ id, name }) => change(shown.about.n, { who: name, whoId: id })}
        />
      )}
    </Panel>
  );
}

/** "3 lines ready, 2 to look at.", and the button that records what is ready. */
export function PaperFoot({ work, phone, onKeep }: { work: PaperLines; phone: boolean; onKeep: () => void }) {
  const { rows, dry, draft, isTyped, isRecording, record } = work;
  const offline = useOfflineSince() > 0;
  const of = (state: string) => rows.filter((row) => row.state === state).length;
  const [ready, look, already] = [of('ready'), of('look'), of('already')];
  const reason = offline
    ? "Keyhold can't be reached. Keep the lines for later."
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
