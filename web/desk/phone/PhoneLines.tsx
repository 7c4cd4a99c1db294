import { Pencil, X } from 'lucide-react';
import { useState } from 'react';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { NAME_MAX } from '../../../shared/limits.ts';
import { contentsOf } from '../../key-bunch/contents.ts';
import { cx } from '../../ui/cx.ts';
import { Input } from '../../ui/form/Input.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import type { Line } from '../state/desk-state.ts';
import { lackOf, shortText } from '../state/to-send.ts';
import { type Verdict, verdictOf, whatOf } from '../state/verdict.ts';
import { LineSign, lineListClass, lineLock } from '../work/answer-looks.tsx';
import { listCount } from '../work/IssueLines.tsx';
import type { LineDialog } from '../work/LineDialogs.tsx';
import { WayOut } from '../work/LineDialogs.tsx';
import { PlaceChoice, useTagSeen } from '../work/ReturnPlace.tsx';
import { Stepper } from '../work/Stepper.tsx';
import type { Desk } from '../work/use-desk.ts';

type Props = { desk: Desk; onDialog: (dialog: LineDialog) => void };

/** The list on a phone, newest first. At a return only the newest line is expanded. */
export function PhoneLines({ desk, onDialog }: Props) {
  const { state, around } = desk;
  const newest = state.lines[0]?.key ?? 0;
  const [chosen, setChosen] = useState<{ newest: number; key: number } | null>(null);
  const open = chosen?.newest === newest ? chosen.key : newest;
  if (state.lines.length === 0) return null;
  return (
    <div>
      <p className="mb-1 flex justify-between px-1 text-label text-muted">
        <span>{listCount(desk)}</span>
        <span>newest first</span>
      </p>
      <Panel aria-label="Sets">
        <ol className={cx('divide-y', lineListClass)}>
          {state.lines.map((line) => {
            const verdict = verdictOf(line, state.mode, around);
            const { bunch, key } = line;
            if (verdict || !bunch)
              return <Refused key={key} desk={desk} line={line} verdict={verdict} onDialog={onDialog} />;
            if (state.mode === 'return' && key === open)
              return <OpenReturn key={key} desk={desk} line={{ ...line, bunch }} />;
            return (
              <Folded
                key={key}
                desk={desk}
                line={{ ...line, bunch }}
                onOpen={() => setChosen({ newest, key })}
              />
            );
          })}
        </ol>
      </Panel>
    </div>
  );
}

type Counted = Line & { bunch: KeyBunch };

function Folded({ desk, line, onOpen }: { desk: Desk; line: Counted; onOpen: () => void }) {
  const { bunch, tag } = line;
  const back = desk.state.mode === 'return';
  const tagText = useTagSeen<HTMLSpanElement>(desk, line);
  const lack = lackOf(line);
  const text = back
    ? `${contentsOf(bunch)} · new tag ${tag || 'missing'}`
    : [contentsOf(bunch), whatOf(bunch)].filter(Boolean).join(' · ');
  return (
    <li
      {...lineLock(desk.state, line.key)}
      className={cx('flex min-h-16 items-center gap-3 py-2 pr-2 pl-4', lack && 'bg-amber-500/6')}
    >
      <LineSign refused={false} />
      <p className="min-w-0 flex-1">
        <b className="font-semibold">{bunch.identifier}</b>
        {lack && (
          <span className="ml-2 font-medium text-amber-900 dark:text-amber-300">{shortText(lack)}</span>
        )}
        <span ref={tagText} className="block truncate text-label text-muted tabular-nums">
          {text}
        </span>
      </p>
      {back ? (
        <IconButton icon={Pencil} label={`Change ${bunch.identifier}`} onClick={onOpen} />
      ) : (
        <TakeOff desk={desk} line={line} name={bunch.identifier} />
      )}
    </li>
  );
}

const TakeOff = ({ desk, line, name }: { desk: Desk; line: Line; name: string }) => (
  <IconButton
    icon={X}
    label={`Take ${name} off`}
    onClick={() => desk.send({ type: 'lineRemoved', key: line.key })}
  />
);

function Refused({ desk, line, verdict, onDialog }: Props & { line: Line; verdict: Verdict | null }) {
  const name = line.bunch?.identifier ?? line.code;
  return (
    <li {...lineLock(desk.state, line.key)} className="flex gap-3 bg-red-500/5 py-2 pr-2 pl-4">
      <span className="pt-2.5">
        <LineSign refused />
      </span>
      <div className="min-w-0 flex-1 pb-2">
        <p className="flex min-h-11 items-center">
          <b className="font-semibold wrap-anywhere">{name}</b>
        </p>
        <p className="mb-2 text-label text-red-700 dark:text-red-300">
          {verdict?.reason} {verdict?.ask}
        </p>
        {verdict && <WayOut desk={desk} line={line} verdict={verdict} onDialog={onDialog} />}
      </div>
      <TakeOff desk={desk} line={line} name={name} />
    </li>
  );
}

function OpenReturn({ desk, line }: { desk: Desk; line: Counted }) {
  const { bunch, key, tag, missing } = line;
  const { send } = desk;
  const tagField = useTagSeen<HTMLInputElement>(desk, line);
  const lack = lackOf(line);
  const counted = line.counted ?? { keys: bunch.keyCount, fobs: bunch.fobCount };
  const count = (next: typeof counted) => send({ type: 'lineChanged', key, change: { counted: next } });
  const label = 'mb-1.5 block text-label font-medium';
  return (
    <li {...lineLock(desk.state, key)} className={cx('pb-4', lack && 'bg-amber-500/6')}>
      <div className="flex min-h-14 items-center gap-3 pr-2 pl-4">
        <LineSign refused={false} />
        <p className="min-w-0 flex-1">
          <b className="font-semibold">{bunch.identifier}</b>
          {lack && (
            <span className="ml-2 font-medium text-amber-900 dark:text-amber-300">{shortText(lack)}</span>
          )}
        </p>
        <TakeOff desk={desk} line={line} name={bunch.identifier} />
      </div>
      <div className="grid grid-cols-2 gap-x-3 gap-y-3 px-4">
        <div className={cx(bunch.fobCount === 0 && 'col-span-2')}>
          <span className={label}>
            Keys <span className="font-normal text-muted">of {bunch.keyCount}</span>
          </span>
          <Stepper
            label="keys"
            value={counted.keys}
            max={bunch.keyCount}
            onChange={(keys) => count({ ...counted, keys })}
          />
        </div>
        {bunch.fobCount > 0 && (
          <div>
            <span className={label}>
              Fobs <span className="font-normal text-muted">of {bunch.fobCount}</span>
            </span>
            <Stepper
              label="fobs"
              value={counted.fobs}
              max={bunch.fobCount}
              onChange={(fobs) => count({ ...counted, fobs })}
            />
          </div>
        )}
        <div className={cx(!lack && 'col-span-2')}>
          <span aria-hidden className={label}>
            New tag
          </span>
          <Input
            ref={tagField}
            aria-label={`New tag of ${bunch.identifier}`}
            value={tag ?? ''}
            maxLength={NAME_MAX}
            required
            inputMode={/^\d*$/.test(tag ?? '') ? 'numeric' : 'text'}
            autoComplete="off"
            onChange={(event) => send({ type: 'tagTyped', key, tag: event.target.value })}
          />
        </div>
        {lack && (
          <div>
            <span aria-hidden className={label}>
              What is missing
            </span>
            <Input
              aria-label={`What is missing of ${bunch.identifier}`}
              value={missing}
              autoComplete="off"
              onChange={(event) =>
                send({ type: 'lineChanged', key, change: { missing: event.target.value } })
              }
            />
          </div>
        )}
      </div>
      <PlaceChoice desk={desk} line={line} className="px-4 pt-3" />
    </li>
  );
}
