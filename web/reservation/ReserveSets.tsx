import { ScanLine, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { BATCH_MAX } from '../../shared/limits.ts';
import { opensText } from '../../shared/opens-text.ts';
import { clockRange } from '../../shared/reservation-text.ts';
import { call, failedText, type Refused } from '../api/call.ts';
import { useRead } from '../api/read.ts';
import { useReader } from '../device/scan/reader.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import { useZone } from '../zone.ts';

type SetsProps = {
  sets: readonly KeyBunch[];
  onSets: (sets: readonly KeyBunch[]) => void;
  begin: number | null;
  end: number | null;
  refused: Refused | null;
};

/** The sets, each free or reserved for another at that time, and a field for one more: typed, or by a reader. */
export function Sets(props: SetsProps) {
  const { sets } = props;
  const { text, setText, said, offered, add, take } = useAdding(props);
  function enter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || text.trim() === '') return;
    event.preventDefault();
    void take(text.trim());
  }
  return (
    <Field label="Sets" required>
      <div className="flex flex-col gap-2">
        {sets.length > 0 && <Chosen {...props} />}
        <Input
          lead={<ScanLine aria-hidden className="size-4" />}
          value={text}
          placeholder={sets.length > 0 ? 'Scan or type another set' : 'Scan or type a set'}
          aria-label="Add a set"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={enter}
        />
        {offered.length > 0 && (
          <ul aria-label="Matching sets" className="divide-y rounded-lg border">
            {offered.map((bunch) => (
              <li key={bunch.id}>
                <button
                  type="button"
                  onClick={() => add(bunch)}
                  className="flex min-h-11 w-full items-center gap-2 px-3.5 text-left hover:bg-soft"
                >
                  <b className="font-semibold">{bunch.identifier}</b>
                  <span className="min-w-0 truncate text-muted">{opensText(bunch)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <p role="status" className="text-hint text-muted empty:hidden">
          {said}
        </p>
      </div>
    </Field>
  );
}

/** The text of the field with the sets that match it, and what came of the last code. */
function useAdding({ sets, onSets }: SetsProps) {
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const q = useDebounced(text.trim());
  const { data } = useRead('listKeyBunches', { query: { q, limit: '6' } }, { enabled: q.length > 1 });
  const known = (id: number) => sets.some((one) => one.id === id);
  const offered = q.length > 1 ? (data ?? []).filter(({ id }) => !known(id)) : [];
  function add(bunch: KeyBunch) {
    if (sets.length < BATCH_MAX && !known(bunch.id)) onSets([...sets, bunch]);
    setText('');
    setSaid(known(bunch.id) ? `${bunch.identifier} is on the list already.` : '');
  }
  /** Adds the set that a reader scanned, or that was typed in full. */
  async function take(code: string) {
    const found = await call('lookUp', { query: { code } }).catch((thrown: unknown) => failedText(thrown));
    if (typeof found === 'string') return setSaid(`${code}: ${found}`);
    const { keyBunches } = found.data;
    const [only] = keyBunches;
    if (only && keyBunches.length === 1) add(only);
    else setSaid(only ? `${code} is on several sets. Choose one.` : `No set matches ${code}.`);
  }
  useReader({ onRead: (code) => void take(code), accepts: 'code', inDialog: true });
  const typed = (next: string) => {
    setText(next);
    setSaid('');
  };
  return { text, setText: typed, said, offered, add, take };
}

function Chosen({ sets, onSets, begin, end, refused }: SetsProps) {
  const zone = useZone();
  return (
    <ul className="divide-y rounded-lg border">
      {sets.map((bunch) => (
        <li key={bunch.id} className="flex min-h-11 items-center gap-3 pr-1 pl-3.5">
          <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 py-1.5">
            <span className="min-w-0 flex-1 truncate">
              <b className="font-semibold">{bunch.identifier}</b>{' '}
              <span className="text-muted">{opensText(bunch)}</span>
            </span>
            <Taken
              bunch={bunch}
              {...{ begin, end, zone }}
              refusal={refused?.items?.find(({ keyBunchId }) => keyBunchId === bunch.id)?.message}
            />
          </p>
          <IconButton
            icon={X}
            label={`Leave out ${bunch.identifier}`}
            tooltip={false}
            onClick={() => onSets(sets.filter(({ id }) => id !== bunch.id))}
          />
        </li>
      ))}
    </ul>
  );
}

type TakenProps = {
  bunch: KeyBunch;
  begin: number | null;
  end: number | null;
  zone: string;
  refusal: string | undefined;
};

/** Whether the set is free at that time, as far as its next reservation says. */
function Taken({ bunch: { reservation }, begin, end, zone, refusal }: TakenProps) {
  if (begin === null || end === null) return null;
  const overlaps = reservation && Date.parse(reservation.from) < end && Date.parse(reservation.until) > begin;
  const why = overlaps
    ? `Reserved for ${reservation.holder.name} from ${clockRange(reservation.from, reservation.until, zone)}`
    : refusal;
  return (
    <span className={cx('text-hint', why ? 'w-full font-medium text-bad' : 'text-muted')}>
      {why ?? 'free'}
    </span>
  );
}

/** Why nothing was reserved, with each set that is in the way, and a way to leave these out. */
export function Refusal({
  refused,
  sets,
  onSets,
}: Pick<SetsProps, 'sets' | 'onSets'> & { refused: Refused }) {
  const { items = [], message, detail } = refused;
  const notice = useRef<HTMLDivElement>(null);
  // Below what was filled in, and with a long list out of sight.
  useEffect(() => {
    if (refused) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [refused]);
  const named = items.flatMap((item) => {
    const bunch = sets.find(({ id }) => id === item.keyBunchId);
    return bunch ? [{ ...item, bunch }] : [];
  });
  if (named.length === 0)
    return (
      <Notice ref={notice} title={message}>
        {detail}
      </Notice>
    );
  const rest = sets.filter(({ id }) => named.every(({ bunch }) => bunch.id !== id));
  return (
    <Notice
      ref={notice}
      title={
        named.length === 1 ? `${named[0]?.bunch.identifier} is not free` : `${named.length} sets are not free`
      }
    >
      <ul>
        {named.map((item) => (
          <li key={item.keyBunchId}>
            {named.length > 1 && `${item.bunch.identifier}: `}
            {[item.message, item.detail].filter(Boolean).join('. ')}
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <Button size="sm" className="mt-2" onClick={() => onSets(rest)}>
          Leave {named.length === 1 ? 'it' : 'them'} out
        </Button>
      )}
    </Notice>
  );
}
