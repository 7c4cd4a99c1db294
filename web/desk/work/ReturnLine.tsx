import { MapPin, Minus, Plus, X } from 'lucide-react';
import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import { NAME_MAX, TEXT_MAX } from '../../../shared/limits.ts';
import { contentsOf } from '../../../shared/opens-text.ts';
import { count } from '../../format.ts';
import { linkClass } from '../../ui/classes.ts';
import { cx } from '../../ui/cx.ts';
import { footHeight } from '../../ui/FootBar.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { type DeskState, isOnItsWay, type Line } from '../state/desk-state.ts';
import { lackOf, shortText } from '../state/to-send.ts';
import { type CountedLine, whatOf } from '../state/verdict.ts';
import { LineSign } from './Answer.tsx';
import { DueText } from './DueBack.tsx';
import type { Desk } from './use-desk.ts';

const LOCKED = { inert: true, 'aria-busy': true } as const;
const FREE = {};

/** Attributes of a line: disabled while it is being sent. */
export const lineLock = (state: DeskState, key: number): typeof LOCKED | typeof FREE =>
  isOnItsWay(state, key) ? LOCKED : FREE;

/** Takes a line off the list. */
export function RemoveButton({ send, line: { key, bunch, code } }: { send: Desk['send']; line: Line }) {
  const label = `Take ${bunch?.identifier ?? code} off`;
  return <IconButton icon={X} label={label} onClick={() => send({ type: 'lineRemoved', key })} />;
}

const lackClass = 'text-amber-900 dark:text-amber-300';

/** What an incomplete set lacks, beside its ID; null when complete. */
export function Lack({ line }: { line: CountedLine }) {
  const lack = lackOf(line);
  return lack && <span className={cx('ml-2 font-medium', lackClass)}>{shortText(lack)}</span>;
}

type LineProps = { desk: Desk; line: CountedLine };

/** The columns of a return on a desktop. */
export const returnColumns =
  'grid grid-cols-[20px_minmax(0,1fr)_112px_120px_128px_32px] items-center gap-x-3 max-xl:grid-cols-[20px_minmax(0,1fr)_96px_100px_112px_32px]';

/** A returned set on a desktop: former holder, contents and the new seal's number, with the steppers under it on demand. */
export function ReturnRow({ desk, line, onTagDone }: LineProps & { onTagDone: () => void }) {
  const { bunch, key, open } = line;
  return (
    <li {...lineLock(desk.state, key)} className={cx('px-4', lackOf(line) && 'bg-amber-500/6')}>
      <div className={cx(returnColumns, 'min-h-16 py-2')}>
        <LineSign />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{bunch.identifier}</p>
          <p className="truncate text-hint text-muted">{whatOf(bunch)}</p>
        </div>
        <div className="min-w-0">
          <p className="truncate">{bunch.holder?.name}</p>
          <DueText bunch={bunch} context={desk.context} className="block truncate text-hint" />
        </div>
        <ReturnedContents desk={desk} line={line} />
        <NewTag desk={desk} line={line} onEnter={onTagDone} />
        <RemoveButton send={desk.send} line={line} />
      </div>
      {open && (
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3 pb-3.5 pl-8">
          <div>
            <p className="mb-1 text-hint text-muted">Counted</p>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {kindsOf(bunch).map((kind) => (
                <span key={kind.name} className="flex items-center gap-2">
                  <Counter desk={desk} line={line} kind={kind} />
                  <span className="text-hint whitespace-nowrap">of {count(kind.most, kind.one)}</span>
                </span>
              ))}
            </div>
          </div>
          <div className="min-w-48 flex-1">
            <span aria-hidden className="mb-1 block text-hint text-muted">
              What is missing
            </span>
            <Missing desk={desk} line={line} placeholder="Which key, and who is looking for it" />
          </div>
        </div>
      )}
      <PlaceChoice desk={desk} line={line} className="pb-3 pl-8" />
    </li>
  );
}

function ReturnedContents({ desk, line }: LineProps) {
  const { bunch, key, open, counted } = line;
  const lack = lackOf(line);
  if (lack)
    return (
      <div className={lackClass}>
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

/** The newest returned set on a phone: steppers, new tag and what is missing. */
export function ReturnCard({ desk, line }: LineProps) {
  const { bunch, key } = line;
  const lack = lackOf(line);
  const kinds = kindsOf(bunch);
  const label = 'mb-1.5 block text-label font-medium';
  return (
    <li {...lineLock(desk.state, key)} className={cx('pb-4', lack && 'bg-amber-500/6')}>
      <div className="flex min-h-14 items-center gap-3 pr-2 pl-4">
        <LineSign />
        <p className="min-w-0 flex-1">
          <b className="font-semibold">{bunch.identifier}</b>
          <Lack line={line} />
        </p>
        <RemoveButton send={desk.send} line={line} />
      </div>
      <div className="grid grid-cols-2 gap-3 px-4">
        {kinds.map((kind) => (
          <div key={kind.name} className={cx(kinds.length === 1 && 'col-span-2')}>
            <span className={label}>
              {kind.title} <span className="font-normal text-muted">of {kind.most}</span>
            </span>
            <Counter desk={desk} line={line} kind={kind} />
          </div>
        ))}
        <div className={cx(!lack && 'col-span-2')}>
          <span aria-hidden className={label}>
            New tag
          </span>
          <NewTag desk={desk} line={line} />
        </div>
        {lack && (
          <div>
            <span aria-hidden className={label}>
              What is missing
            </span>
            <Missing desk={desk} line={line} />
          </div>
        )}
      </div>
      <PlaceChoice desk={desk} line={line} className="px-4 pt-3" />
    </li>
  );
}

/** The new seal's number. */
function NewTag({ desk, line, onEnter }: LineProps & { onEnter?: () => void }) {
  const { key, bunch, tag } = line;
  const field = useTagSeen<HTMLInputElement>(desk, line);
  return (
    <Input
      ref={field}
      aria-label={`New tag of ${bunch.identifier}`}
      value={tag ?? ''}
      maxLength={NAME_MAX}
      required
      inputMode={/^\d*$/.test(tag ?? '') ? 'numeric' : 'text'}
      autoComplete="off"
      className="tabular-nums"
      onChange={(event) => desk.send({ type: 'tagTyped', key, tag: event.target.value })}
      onKeyDown={(event) => {
        if (!onEnter || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

const Missing = ({
  desk,
  line: { key, bunch, missing },
  placeholder,
}: LineProps & { placeholder?: string }) => (
  <Input
    aria-label={`What is missing of ${bunch.identifier}`}
    value={missing}
    maxLength={TEXT_MAX}
    autoComplete="off"
    placeholder={placeholder}
    onChange={(event) => desk.send({ type: 'lineChanged', key, change: { missing: event.target.value } })}
  />
);

/** What of a set is counted: its keys and, if it has any, its fobs. */
const kindsOf = ({ keyCount, fobCount }: CountedLine['bunch']) => [
  { name: 'keys' as const, one: 'key', title: 'Keys', most: keyCount },
  ...(fobCount > 0 ? [{ name: 'fobs' as const, one: 'fob', title: 'Fobs', most: fobCount }] : []),
];

type CounterProps = LineProps & { kind: ReturnType<typeof kindsOf>[number] };

/** The counted keys or fobs, with minus and plus; 36 px high, 48 on a phone. */
function Counter({ desk, line, kind: { name, one, most } }: CounterProps) {
  const { key, bunch } = line;
  const counted = line.counted ?? { keys: bunch.keyCount, fobs: bunch.fobCount };
  const value = counted[name];
  const change = (by: number) =>
    desk.send({ type: 'lineChanged', key, change: { counted: { ...counted, [name]: value + by } } });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend
    <div
      role="group"
      aria-label={name}
      className="flex h-9 w-24 items-stretch rounded-lg border bg-panel shadow-xs touch:h-12 touch:w-full"
    >
      <Step aria-label={`One ${one} less`} disabled={value <= 0} onClick={() => change(-1)}>
        <Minus aria-hidden className="size-4" />
      </Step>
      <output className="grid flex-1 place-items-center font-semibold tabular-nums touch:text-lg">
        {value}
      </output>
      <Step aria-label={`One ${one} more`} disabled={value >= most} onClick={() => change(1)}>
        <Plus aria-hidden className="size-4" />
      </Step>
    </div>
  );
}

const Step = (props: ComponentProps<'button'>) => (
  <button
    {...props}
    type="button"
    className="grid w-8 place-items-center rounded-lg hover:bg-soft disabled:text-muted/60 touch:w-12"
  />
);

/** For a set registered elsewhere: whether it goes back or stays here. */
function PlaceChoice({ desk, line, className }: LineProps & { className: string }) {
  const { bunch, key, keepHere } = line;
  const { chosen } = desk.location;
  if (!chosen || bunch.locationId === chosen.id) return null;
  return (
    <p className={cx('flex flex-wrap items-center gap-x-2 text-hint text-muted', className)}>
      <MapPin aria-hidden className="size-3.5" />
      {keepHere ? `Stays here, at ${chosen.name}.` : `Goes back to ${bunch.location.name}.`}
      {desk.context.may('key:move') && (
        <button
          type="button"
          className={linkClass}
          onClick={() => desk.send({ type: 'lineChanged', key, change: { keepHere: !keepHere } })}
        >
          {keepHere ? 'Send it back instead' : 'Keep it here'}
        </button>
      )}
    </p>
  );
}

/** Pixels at the top that the header and scan box can cover. */
const HEAD = 64;

/** A `ref` for the element of a suggested tag: reports when it was visible between header and footer. */
export function useTagSeen<E extends HTMLElement>({ send }: Desk, line: Line): RefObject<E | null> {
  const element = useRef<E>(null);
  const { key, tag, tagByHand, tagSeen } = line;
  useEffect(() => {
    if (!element.current || !tag || tagByHand || tagSeen === tag) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && send({ type: 'tagSeen', key, tag }),
      { threshold: 0.9, rootMargin: `-${HEAD}px 0px -${footHeight()}px 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [key, tag, tagByHand, tagSeen, send]);
  return element;
}
