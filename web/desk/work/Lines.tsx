import { Pencil } from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { contentsOf } from '../../../shared/opens-text.ts';
import { untilLoaded } from '../../api/connection.ts';
import { boundText, OVER_TOLD, reservedText, shortClass } from '../../custody/due-lines.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyExport } from '../../ui/lazy-export.ts';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import { FROM_YOU } from '../state/answers.ts';
import { isOnItsWay, type Line } from '../state/desk-state.ts';
import { waitingLines, yesNote } from '../state/second-person.ts';
import { lackOf } from '../state/to-send.ts';
import {
  type CountedLine,
  countedLines,
  lineBound,
  sentenceOf,
  type Verdict,
  verdictOf,
  whatOf,
} from '../state/verdict.ts';
import { LineSign } from './Answer.tsx';
import { OverButton, WayOut } from './DeskDialogs.tsx';
import {
  Lack,
  lineLock,
  RemoveButton,
  ReturnCard,
  ReturnRow,
  returnColumns,
  useTagSeen,
} from './ReturnLine.tsx';
import type { Desk, DeskViewProps } from './use-desk.ts';

type Props = Pick<DeskViewProps, 'desk' | 'onDialog' | 'field'>;

const WaitingLine = lazyExport(
  () => untilLoaded(() => import('../second-person/SecondPerson.tsx')),
  'WaitingLine',
);

/**
 * The scanned sets, newest first. A refused line gives the reason and a way out. On a phone only the newest line of a return is expanded,
 * or the one that was chosen since.
 */
export function Lines({ desk, onDialog, field }: Props) {
  const { state, context } = desk;
  const phone = useMedia(PHONE);
  const back = state.mode === 'return';
  const newest = state.lines[0]?.key ?? 0;
  const [chosen, setChosen] = useState<{ newest: number; key: number } | null>(null);
  const open = chosen?.newest === newest ? chosen.key : newest;
  if (state.lines.length === 0) return null;
  const waits = new Set(waitingLines(state, context).map(({ key }) => key));

  function lineOf(line: Line) {
    const { key, bunch } = line;
    const verdict = verdictOf(line, state, context);
    if (verdict)
      return (
        <RefusedLine key={key} desk={desk} line={line} verdict={verdict} phone={phone} onDialog={onDialog} />
      );
    if (!bunch) return null;
    const counted = { ...line, bunch };
    const reserved = reservedNote(desk, counted);
    if (waits.has(key))
      return (
        <Suspense key={key} fallback={<li className="min-h-[57px]" />}>
          <WaitingLine
            {...{ desk, phone, line: counted, note: reserved.note, lock: lineLock(state, key) }}
            remove={<RemoveButton send={desk.send} line={line} />}
          />
        </Suspense>
      );
    if (back && !phone)
      return <ReturnRow key={key} desk={desk} line={counted} onTagDone={() => field.current?.focus()} />;
    if (back && key === open) return <ReturnCard key={key} desk={desk} line={counted} />;
    if (phone)
      return <FoldedLine key={key} desk={desk} line={counted} onOpen={() => setChosen({ newest, key })} />;
    return (
      <IssueLine key={key} {...{ line, bunch, ...reserved }} lock={lineLock(state, key)} send={desk.send} />
    );
  }

  return (
    <div>
      {phone && (
        <p className="mb-1 flex justify-between px-1 text-label text-muted">
          <span>{listCount(desk)}</span>
          <span>newest first</span>
        </p>
      )}
      <Panel aria-label="Sets">
        {!phone && (back ? <ReturnHead desk={desk} /> : <IssueHead desk={desk} />)}
        <ol className="divide-y [&>li[aria-busy]]:opacity-55">{state.lines.map(lineOf)}</ol>
      </Panel>
    </div>
  );
}

/** "3 to issue, 1 refused"; while a batch is on its way "2 being issued, 1 next". */
function listCount({ state, context }: Desk): string {
  const lines = countedLines(state, context);
  const back = state.mode === 'return';
  const onTheWay = lines.filter(({ key }) => isOnItsWay(state, key)).length;
  const rest = lines.length - onTheWay;
  if (onTheWay > 0)
    return `${onTheWay} being ${back ? 'returned' : 'issued'}${rest > 0 ? `, ${rest} next` : ''}`;
  const refused = state.lines.length - rest;
  const waits = waitingLines(state, context).length;
  return [
    `${rest - waits} to ${back ? 'return' : 'issue'}`,
    waits > 0 && `${waits} ${waits === 1 ? 'waits' : 'wait'}`,
    refused > 0 && `${refused} refused`,
  ]
    .filter(Boolean)
    .join(', ');
}

const IssueHead = ({ desk }: { desk: Desk }) => (
  <PanelHead title="Sets" count={listCount(desk)} right="Newest first" />
);

const ReturnHead = ({ desk }: { desk: Desk }) => (
  <div className={cx(returnColumns, 'min-h-10 border-b bg-soft/40 px-4 text-hint font-medium text-muted')}>
    <h2 className="col-span-2">
      {listCount(desk).replace(/^(\d+) to/, (_, n) => `${n} ${n === '1' ? 'set' : 'sets'} to`)}
    </h2>
    <span>Out with</span>
    <span>Came back</span>
    <span>New tag</span>
  </div>
);

type RefusedProps = Omit<Props, 'field'> & { line: Line; verdict: Verdict; phone: boolean };

/** An excluded line: why, and on a phone under it, else beside it, the way out. */
function RefusedLine({ desk, line, verdict, phone, onDialog }: RefusedProps) {
  const { state } = desk;
  const { bunch, code, key } = line;
  const what = !phone && state.mode === 'issue' && bunch && whatOf(bunch);
  const wayOut = <WayOut desk={desk} line={line} verdict={verdict} onDialog={onDialog} />;
  return (
    <li
      {...lineLock(state, key)}
      className={cx('flex gap-3 bg-red-500/5 py-2 pl-4', phone ? 'pr-2' : 'min-h-[57px] items-center pr-2.5')}
    >
      <span className={cx(phone && 'pt-2.5')}>
        <LineSign refused />
      </span>
      <div className={cx('min-w-0 flex-1', phone && 'pb-2')}>
        <p className={phone ? 'flex min-h-11 items-center' : 'truncate text-muted'}>
          <b className="font-semibold wrap-anywhere text-fg">{bunch?.identifier ?? code}</b>
          {what && ` · ${what}`}
        </p>
        <p className={cx('text-red-700 dark:text-red-300', phone ? 'mb-2 text-label' : 'text-hint')}>
          {sentenceOf(verdict, phone ? null : `Not part of this ${state.mode}.`)}
        </p>
        {phone && wayOut}
      </div>
      {!phone && wayOut}
      <RemoveButton send={desk.send} line={line} />
    </li>
  );
}

type ReservedNote = { note: string | null; forAnother: boolean };

/** The second person's yes and the reservation of an included line in words. */
function reservedNote({ state, context }: Desk, line: CountedLine): ReservedNote {
  const { now, zone } = context;
  const { bunch, isOver } = line;
  if (state.mode !== 'issue') return { note: null, forAnother: false };
  const yes = yesNote(line, state.purpose, context);
  const bound = lineBound({ bunch, isOver: false }, state, context);
  if (!bound) return { note: yes, forAnother: false };
  const text = [yes, `${reservedText(bound, now, zone)}.`].filter(Boolean).join(' ');
  if (bound.isOwn) return { note: text, forAnother: false };
  return { note: `${text} ${isOver ? OVER_TOLD : `${boundText(bound, now, zone)}.`}`, forAnother: true };
}

type IssueProps = { line: Line; bunch: KeyBunch; lock: object; send: Desk['send'] } & ReservedNote;

/** A set to issue, on a desktop. Drawn again only when it changes, as lists are long. */
const IssueLine = memo(function IssueLine({ line, bunch, lock, send, note, forAnother }: IssueProps) {
  const what = whatOf(bunch);
  return (
    <li {...lock} className="flex min-h-[57px] items-center gap-3 py-2 pr-2.5 pl-4">
      <LineSign />
      <div className="min-w-0 flex-1">
        <p className="truncate text-muted">
          <b className="font-semibold text-fg">{bunch.identifier}</b>
          {what && ` · ${what}`}
        </p>
        <p className="text-hint text-muted">
          {forAnother ? (
            <b className={cx('font-medium', shortClass)}>{note}</b>
          ) : (
            [note, bunch.status === 'issued' ? FROM_YOU : tagBreaks(bunch)].filter(Boolean).join(' ')
          )}
          {bunch.short && <b className={cx('font-medium', shortClass)}> · short</b>}
        </p>
      </div>
      {forAnother && <OverButton line={line} send={send} />}
      <span className="shrink-0 tabular-nums">{contentsOf(bunch)}</span>
      <RemoveButton send={send} line={line} />
    </li>
  );
});

const tagBreaks = ({ currentTag }: KeyBunch) =>
  currentTag ? `Tag ${currentTag}, breaks on issue` : 'No tag';

type FoldedProps = { desk: Desk; line: CountedLine; onOpen: () => void };

/** A set on a phone, in two rows; one of a return opens to be counted. */
function FoldedLine({ desk, line, onOpen }: FoldedProps) {
  const { bunch, tag, key } = line;
  const back = desk.state.mode === 'return';
  const { note, forAnother } = reservedNote(desk, line);
  const tagText = useTagSeen<HTMLSpanElement>(desk, line);
  const text = back
    ? [contentsOf(bunch), `new tag ${tag || 'missing'}`]
    : [contentsOf(bunch), bunch.status === 'issued' && 'from you', whatOf(bunch)].filter(Boolean);
  return (
    <li
      {...lineLock(desk.state, key)}
      className={cx('flex min-h-16 items-center gap-3 py-2 pr-2 pl-4', lackOf(line) && 'bg-amber-500/6')}
    >
      <LineSign />
      <div className="min-w-0 flex-1">
        <b className="font-semibold">{bunch.identifier}</b>
        <Lack line={line} />
        <span ref={tagText} className="block truncate text-label text-muted tabular-nums">
          {text.join(' · ')}
        </span>
        {note && (
          <span className={cx('block text-label', forAnother ? shortClass : 'text-muted')}>{note}</span>
        )}
        {forAnother && <OverButton className="mt-2 mb-1" line={line} send={desk.send} />}
      </div>
      {back ? (
        <IconButton icon={Pencil} label={`Change ${bunch.identifier}`} onClick={onOpen} />
      ) : (
        <RemoveButton send={desk.send} line={line} />
      )}
    </li>
  );
}
