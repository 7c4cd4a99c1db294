import { X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { contentsOf } from '../../key-bunch/contents.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import { type DeskState, isOnItsWay, type Line } from '../state/desk-state.ts';
import { countedLines, verdictOf, whatOf } from '../state/verdict.ts';
import { LineSign, lineListClass, lineLock } from './answer-looks.tsx';
import { type LineDialog, WayOut } from './LineDialogs.tsx';
import type { Desk } from './use-desk.ts';

type Props = { desk: Desk; onDialog: (dialog: LineDialog) => void };

/** "3 to issue, 1 refused"; while a batch is on its way "2 being issued, 1 next". */
export function listCount({ state, around }: Desk): string {
  const lines = countedLines(state, around);
  const onTheWay = lines.filter(({ key }) => isOnItsWay(state, key)).length;
  if (onTheWay > 0) {
    const next = lines.length - onTheWay;
    return `${onTheWay} being ${state.mode === 'return' ? 'returned' : 'issued'}${next > 0 ? `, ${next} next` : ''}`;
  }
  const counted = lines.length;
  const refused = state.lines.length - counted;
  return `${counted} to ${state.mode === 'return' ? 'return' : 'issue'}${refused > 0 ? `, ${refused} refused` : ''}`;
}

/** The sets to issue, newest first. A refused line gives the reason and a way out. */
export function IssueLines({ desk, onDialog }: Props) {
  const { state, around, send } = desk;
  return (
    <Panel aria-label="Sets">
      <PanelHead title="Sets" count={listCount(desk)} right="Newest first" />
      <ol className={lineListClass}>
        {state.lines.map((line) => {
          const verdict = verdictOf(line, state.mode, around);
          return (
            <IssueLine
              key={line.key}
              line={line}
              state={state}
              reason={verdict && [`${verdict.reason.replace(/\.$/, '')}.`, verdict.ask ?? NOT_PART].join(' ')}
              onRemove={() => send({ type: 'lineRemoved', key: line.key })}
              wayOut={verdict && <WayOut desk={desk} line={line} verdict={verdict} onDialog={onDialog} />}
            />
          );
        })}
      </ol>
    </Panel>
  );
}

const NOT_PART = 'Not part of this issue.';

type LineProps = {
  line: Line;
  state: DeskState;
  reason: string | null;
  onRemove: () => void;
  wayOut: ReactNode;
};

const IssueLine = memo(
  function IssueLine({ line: { bunch, code, key }, state, reason, onRemove, wayOut }: LineProps) {
    const name = bunch?.identifier ?? code;
    return (
      <li
        {...lineLock(state, key)}
        className={cx(
          'flex min-h-[57px] items-center gap-3 border-b px-4 py-2 last:border-b-0',
          reason && 'bg-red-500/5',
        )}
      >
        <LineSign refused={reason !== null} />
        <div className="min-w-0 flex-1">
          <p className="truncate text-muted">
            <b className="font-semibold text-fg">{name}</b>
            {bunch && whatOf(bunch) && ` · ${whatOf(bunch)}`}
          </p>
          <p className={cx('text-hint', reason ? 'text-red-700 dark:text-red-300' : 'text-muted')}>
            {reason ?? (bunch?.currentTag ? `Tag ${bunch.currentTag}, breaks on issue` : 'No tag')}
            {!reason && bunch?.short && (
              <b className="font-medium text-amber-900 dark:text-amber-300"> · short</b>
            )}
          </p>
        </div>
        {reason ? wayOut : <span className="shrink-0 tabular-nums">{bunch && contentsOf(bunch)}</span>}
        <IconButton icon={X} label={`Take ${name} off`} className="-mr-1.5" onClick={onRemove} />
      </li>
    );
  },
  (before, after) =>
    before.line === after.line &&
    isOnItsWay(before.state, before.line.key) === isOnItsWay(after.state, after.line.key) &&
    before.reason === after.reason &&
    !before.wayOut &&
    !after.wayOut,
);
