import { Minus, Plus, Undo2 } from 'lucide-react';
import { type ComponentProps, type RefObject, useRef, useState } from 'react';
import type { KioskView } from '../../shared/kiosk.ts';
import { TEXT_MAX } from '../../shared/limits.ts';
import { TagField } from '../device/NumberPad.tsx';
import { codeOf, useReader } from '../device/scan/reader.ts';
import { clockTime } from '../format.ts';
import { cx } from '../ui/cx.ts';
import { Input } from '../ui/form/Input.tsx';
import { Cut, Halves, KioskButton, KioskFrame, LONG_ID, Title } from './Frame.tsx';
import { handedInAt, useKeptReturns } from './kept.ts';
import { useLeft } from './Mine.tsx';
import type { Kiosk, ReturnFacts } from './use-kiosk.ts';
import type { Back } from './use-turn.ts';

type Props = { kiosk: Kiosk; view: KioskView; back: Back };
type Counts = { keys: number; fobs: number };

const CUT_OFF =
  'Is this a set? No network: it is kept on this tablet and sent later. With a badge press Cancel: taking keys needs the network.';
const READ_WITHOUT =
  'Is this a set? It was read while there was no network, so it could not be looked up. With a badge press Cancel.';

/** A set that comes back, by any person: count it, and close it with a new tag. Without network it is not known here how much it has. */
export function Return({ kiosk, view, back }: Props) {
  const { code, set } = back;
  const name = set?.identifier ?? code;
  const work = useReturn(kiosk, back);
  const twice = useKeptReturns().find((one) => one.body.code === code || one.name === name);
  return (
    <KioskFrame
      kiosk={view}
      foot={
        <>
          <Hang kiosk={kiosk} hook={set?.hook ?? null} />
          {!work.isShort && <KioskButton onClick={work.noteMissing}>Something is missing</KioskButton>}
          <KioskButton onClick={kiosk.leaveSet}>Cancel</KioskButton>
          <KioskButton
            variant="primary"
            pending={kiosk.pending}
            aria-disabled={work.tag.trim() === ''}
            onClick={work.send}
          >
            <Cut>Return {name}</Cut>
          </KioskButton>
        </>
      }
    >
      <Halves>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 md:px-6">
          <span
            aria-hidden
            className="grid size-16 place-items-center rounded-full bg-emerald-500/10 text-emerald-800 dark:text-emerald-300 phone:hidden"
          >
            <Undo2 className="size-8" />
          </span>
          <Title
            className={cx(
              'mt-2 leading-tight font-bold! wrap-anywhere phone:mt-0',
              name.length > LONG_ID
                ? 'text-[2rem] phone:text-[1.5rem]'
                : 'text-[min(3.5rem,5.5vw)] phone:text-[2rem]',
            )}
          >
            {name}
          </Title>
          <p className="text-[1.1875rem] leading-7 text-pretty wrap-anywhere text-muted">
            {set ? set.opens : kiosk.isOnline ? READ_WITHOUT : CUT_OFF}
          </p>
          {twice && (
            <p role="status" className="text-base font-medium text-pretty">
              {name} is kept on this tablet already, since {clockTime(handedInAt(twice))}.
            </p>
          )}
          {set && <Counted set={set} counts={work.counts} onCounts={work.setCounts} />}
          {work.isShort && <Missing field={work.noteField} value={work.missing} onValue={work.setMissing} />}
        </div>
        <TagField
          label="New tag"
          hint="Read it, or type the number on it."
          value={work.tag}
          suggested={work.isSuggested}
          fault={work.fault ?? kiosk.fault}
          onChange={work.setTag}
          onEnter={work.send}
        />
      </Halves>
    </KioskFrame>
  );
}

function withoutLast(text: string, part: string): string {
  const at = text.lastIndexOf(part);
  return at < 0 ? text : text.slice(0, at) + text.slice(at + part.length);
}

/** The count, the new tag and what is missing. A scan is the new tag; the set itself, held on at the reader, is not. */
function useReturn(kiosk: Kiosk, back: Back) {
  const { set } = back;
  const [tag, setTyped] = useState(set?.nextTag ?? '');
  const [isSuggested, setSuggested] = useState(Boolean(set?.nextTag));
  const [counts, setCounts] = useState<Counts | null>(null);
  const [missing, setMissing] = useState('');
  const [isShort, setShort] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  // A reader in the field types into it before its code is known.
  const before = useRef(tag);
  const noteField = useRef<HTMLInputElement>(null);
  const setTag = (next: string) => {
    setTyped(next);
    setSuggested(false);
    setFault(null);
  };
  useReader({
    accepts: 'code',
    onRead: (read) => {
      const code = codeOf(read);
      // With the cursor in the note, the reader typed it there as well.
      if (document.activeElement === noteField.current) setMissing((note) => withoutLast(note, read));
      const isSame = code === back.code || code === set?.identifier;
      setTag(isSame || !code ? before.current : code);
      if (!isSame && code) before.current = code;
    },
  });
  const whole = set && { keys: set.keyCount, fobs: set.fobCount };
  const now = counts ?? whole;
  const short = whole && now && (now.keys < whole.keys || now.fobs < whole.fobs);
  const isMissing = isShort || Boolean(short);
  function send() {
    if (kiosk.pending) return;
    const newTag = tag.trim();
    if (!newTag) return setFault('Enter the number on the new tag.');
    const facts: ReturnFacts = {
      newTag,
      ...(short && { keysCounted: now.keys, ...(whole.fobs > 0 && { fobsCounted: now.fobs }) }),
      ...(isMissing && missing.trim() && { missingNote: missing.trim() }),
    };
    kiosk.bringBack(back, facts);
  }
  /** One less is where counting begins. */
  function noteMissing() {
    setShort(true);
    if (now && !short)
      setCounts(now.keys > 0 ? { ...now, keys: now.keys - 1 } : { ...now, fobs: Math.max(0, now.fobs - 1) });
  }
  return {
    ...{ tag, setTag, isSuggested, counts: now, missing, setMissing, noteField, fault, send, noteMissing },
    isShort: isMissing,
    setCounts: (next: Counts) => {
      setCounts(next);
      setShort(false);
    },
  };
}

function Hang({ kiosk, hook }: { kiosk: Kiosk; hook: string | null }) {
  const { seconds } = useLeft(kiosk);
  return (
    <p className="mr-auto min-w-0 tabular-nums">
      {hook && `Hang it on hook ${hook}. `}Locks in {seconds} s.
    </p>
  );
}

type CountedProps = {
  set: NonNullable<Back['set']>;
  counts: Counts | null;
  onCounts: (counts: Counts) => void;
};

function Counted({ set: { keyCount, fobCount }, counts, onCounts }: CountedProps) {
  if (!counts) return null;
  return (
    <div className="mt-4 grid gap-3">
      <p className="text-[1.25rem]/7 font-semibold tracking-tight">Count it</p>
      <Stepper
        noun="key"
        value={counts.keys}
        most={keyCount}
        onValue={(keys) => onCounts({ ...counts, keys })}
      />
      {fobCount > 0 && (
        <Stepper
          noun="fob"
          value={counts.fobs}
          most={fobCount}
          onValue={(fobs) => onCounts({ ...counts, fobs })}
        />
      )}
    </div>
  );
}

type StepperProps = { noun: string; value: number; most: number; onValue: (value: number) => void };

const Stepper = ({ noun, value, most, onValue }: StepperProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend
  <div
    role="group"
    aria-label={`${noun}s`}
    className="flex h-[72px] w-full max-w-96 items-stretch rounded-2xl border bg-panel shadow-xs"
  >
    <Step aria-label={`One ${noun} less`} disabled={value <= 0} onClick={() => onValue(value - 1)}>
      <Minus aria-hidden className="size-6" />
    </Step>
    <output className="grid flex-1 place-content-center text-[1.1875rem] tabular-nums">
      <span>
        <b className="text-[1.75rem] font-semibold">{value}</b> of {most} {most === 1 ? noun : `${noun}s`}
      </span>
    </output>
    <Step aria-label={`One ${noun} more`} disabled={value >= most} onClick={() => onValue(value + 1)}>
      <Plus aria-hidden className="size-6" />
    </Step>
  </div>
);

const Step = (props: ComponentProps<'button'>) => (
  <button
    {...props}
    type="button"
    className="grid w-20 place-items-center rounded-2xl text-muted hover:bg-soft disabled:opacity-40"
  />
);

type MissingProps = {
  field: RefObject<HTMLInputElement | null>;
  value: string;
  onValue: (value: string) => void;
};

const Missing = ({ field, value, onValue }: MissingProps) => (
  <Input
    ref={field}
    aria-label="What is missing"
    placeholder="What is missing"
    value={value}
    maxLength={TEXT_MAX}
    autoComplete="off"
    data-wedge=""
    onChange={(event) => onValue(event.target.value)}
    className="mt-2 h-14! max-w-96 text-lg! select-text"
  />
);
