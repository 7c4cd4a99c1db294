import { X } from 'lucide-react';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { NAME_MAX, TEXT_MAX } from '../../../shared/limits.ts';
import { dueText } from '../../due-text.ts';
import { count } from '../../format.ts';
import { contentsOf } from '../../key-bunch/contents.ts';
import { cx } from '../../ui/cx.ts';
import { Input } from '../../ui/form/Input.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { linkClass } from '../../ui/look.ts';
import { Panel } from '../../ui/Panel.tsx';
import type { Line } from '../state/desk-state.ts';
import { lackOf, shortText } from '../state/to-send.ts';
import { type Verdict, verdictOf, whatOf } from '../state/verdict.ts';
import { LineSign, lineListClass, lineLock } from '../work/answer-looks.tsx';
import { listCount } from '../work/IssueLines.tsx';
import { type LineDialog, WayOut } from '../work/LineDialogs.tsx';
import { PlaceChoice, useTagSeen } from '../work/ReturnPlace.tsx';
import { Stepper } from '../work/Stepper.tsx';
import type { Desk } from '../work/use-desk.ts';

type Props = { desk: Desk; onDialog: (dialog: LineDialog) => void; onTagDone: () => void };

const columns =
  'grid grid-cols-[20px_minmax(0,1fr)_112px_120px_128px_32px] items-center gap-x-3 max-xl:grid-cols-[20px_minmax(0,1fr)_96px_100px_112px_32px]';

/** The returned sets, newest first: former holder, contents and the new seal's number. */
export function ReturnLines({ desk, ...rest }: Props) {
  const { state, around } = desk;
  return (
    <Panel aria-label="Sets">
      <div className={cx(columns, 'min-h-10 border-b bg-soft/40 px-4 text-hint font-medium text-muted')}>
        <h2 className="col-span-2">
          {listCount(desk).replace(/^(\d+) to/, (_, n) => `${n} ${n === '1' ? 'set' : 'sets'} to`)}
        </h2>
        <span>Out with</span>
        <span>Came back</span>
        <span>New tag</span>
      </div>
      <ol className={lineListClass}>
        {state.lines.map((line) => {
          const verdict = verdictOf(line, state.mode, around);
          return verdict || !line.bunch ? (
            <RefusedLine key={line.key} desk={desk} line={line} verdict={verdict} {...rest} />
          ) : (
            <ReturnLine key={line.key} desk={desk} line={{ ...line, bunch: line.bunch }} {...rest} />
          );
        })}
      </ol>
    </Panel>
  );
}

function RefusedLine({ desk, line, verdict, onDialog }: Props & { line: Line; verdict: Verdict | null }) {
  const name = line.bunch?.identifier ?? line.code;
  return (
    <li
      {...lineLock(desk.state, line.key)}
      className="flex min-h-[65px] items-center gap-3 border-b bg-red-500/5 px-4 py-2 last:border-b-0"
    >
      <LineSign refused />
      <div className="min-w-0 flex-1">
        <b className="font-semibold">{name}</b>
        <p className="text-hint text-red-700 dark:text-red-300">
          {verdict?.reason.replace(/\.$/, '')}. {verdict?.ask ?? 'Not part of this return.'}
        </p>
      </div>
      {verdict && <WayOut desk={desk} line={line} verdict={verdict} onDialog={onDialog} />}
      <IconButton
        icon={X}
        label={`Take ${name} off`}
        onClick={() => desk.send({ type: 'lineRemoved', key: line.key })}
      />
    </li>
  );
}

function ReturnLine({
  desk,
  line,
  onTagDone,
}: Omit<Props, 'onDialog'> & { line: Line & { bunch: KeyBunch } }) {
  const { bunch, key, tag, open } = line;
  const { send, around } = desk;
  const tagField = useTagSeen<HTMLInputElement>(desk, line);
  const lack = lackOf(line);
  const due = bunch.dueAt && dueText(Date.parse(bunch.dueAt), around.now, around.zone);
  return (
    <li
      {...lineLock(desk.state, key)}
      className={cx('border-b px-4 last:border-b-0', lack && 'bg-amber-500/6')}
    >
      <div className={cx(columns, 'min-h-16 py-2')}>
        <LineSign refused={false} />
        <div className="min-w-0">
          <p className="truncate font-semibold">{bunch.identifier}</p>
          <p className="truncate text-hint text-muted">{whatOf(bunch)}</p>
        </div>
        <div className="min-w-0">
          <p className="truncate">{bunch.holder?.name}</p>
          {due && (
            <p
              className={cx(
                'truncate text-hint',
                due.overdue ? 'font-medium text-red-700 dark:text-red-300' : 'text-muted',
              )}
            >
              {due.text}
            </p>
          )}
        </div>
        <CameBack desk={desk} line={line} />
        <Input
          ref={tagField}
          aria-label={`New tag of ${bunch.identifier}`}
          value={tag ?? ''}
          maxLength={NAME_MAX}
          required
          inputMode={/^\d*$/.test(tag ?? '') ? 'numeric' : 'text'}
          autoComplete="off"
          className="tabular-nums"
          onChange={(event) => send({ type: 'tagTyped', key, tag: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            onTagDone();
          }}
        />
        <IconButton
          icon={X}
          label={`Take ${bunch.identifier} off`}
          onClick={() => send({ type: 'lineRemoved', key })}
        />
      </div>
      {open && <Counting desk={desk} line={line} className="pb-3.5 pl-8" />}
      <PlaceChoice desk={desk} line={line} className="pb-3 pl-8" />
    </li>
  );
}

function CameBack({ desk, line }: { desk: Desk; line: Line & { bunch: KeyBunch } }) {
  const { bunch, key, open, counted } = line;
  const lack = lackOf(line);
  if (lack)
    return (
      <div className="text-amber-900 dark:text-amber-300">
        <p className="font-semibold">
          {lack.keys > 0
            ? `${counted?.keys} of ${count(bunch.keyCount, 'key')}`
            : `${counted?.fobs} of ${count(bunch.fobCount, 'fob')}`}
        </p>
        <p className="text-hint">{shortText(lack)}</p>
      </div>
    );
  return (
    <div>
      <p>{contentsOf(bunch)}</p>
      <button
        type="button"
        aria-expanded={open}
        aria-label={`${open ? 'All there' : 'Not all there?'} ${bunch.identifier}`}
        className={cx(linkClass, 'text-hint')}
        onClick={() => desk.send({ type: 'lineChanged', key, change: { open: !open } })}
      >
        {open ? 'All there' : 'Not all there?'}
      </button>
    </div>
  );
}

type CountingProps = { desk: Desk; line: Line & { bunch: KeyBunch }; className?: string };

/** The counted keys and fobs, and what is missing. */
function Counting({ desk, line, className }: CountingProps) {
  const { bunch, key, missing } = line;
  const counted = line.counted ?? { keys: bunch.keyCount, fobs: bunch.fobCount };
  const change = (next: typeof counted) => desk.send({ type: 'lineChanged', key, change: { counted: next } });
  return (
    <div className={cx('flex flex-wrap items-end gap-x-4 gap-y-3', className)}>
      <div>
        <p className="mb-1 text-hint text-muted">Counted</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="flex items-center gap-2">
            <Stepper
              label="keys"
              value={counted.keys}
              max={bunch.keyCount}
              onChange={(keys) => change({ ...counted, keys })}
            />
            <span className="text-hint whitespace-nowrap">of {count(bunch.keyCount, 'key')}</span>
          </span>
          {bunch.fobCount > 0 && (
            <span className="flex items-center gap-2">
              <Stepper
                label="fobs"
                value={counted.fobs}
                max={bunch.fobCount}
                onChange={(fobs) => change({ ...counted, fobs })}
              />
              <span className="text-hint whitespace-nowrap">of {count(bunch.fobCount, 'fob')}</span>
            </span>
          )}
        </div>
      </div>
      <div className="min-w-48 flex-1">
        <span aria-hidden className="mb-1 block text-hint text-muted">
          What is missing
        </span>
        <Input
          aria-label={`What is missing of ${bunch.identifier}`}
          value={missing}
          maxLength={TEXT_MAX}
          autoComplete="off"
          placeholder="Which key, and who is looking for it"
          onChange={(event) =>
            desk.send({ type: 'lineChanged', key, change: { missing: event.target.value } })
          }
        />
      </div>
    </div>
  );
}
