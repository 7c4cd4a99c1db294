import { CheckCheck } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { Reservation } from '../../shared/reservation.ts';
import type { ReservationTab } from '../../shared/reservation-text.ts';
import { useAction } from '../api/action.ts';
import { ApiError, call, type Refused } from '../api/call.ts';
import { onBack } from '../api/connection.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { refusalOf } from '../api/refusal.ts';
import { useReader } from '../device/scan/reader.ts';
import { byCursor, usePages } from '../list/list-state.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useNow, useZone } from '../zone.ts';
import { byPlace, whereText } from './use-reserved.tsx';

type Props = {
  tab: ReservationTab;
  location: string;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
};

/** What came of a code, or of a press at a line: `of` is the code, or the reservation's id. */
type Outcome = { of: string | number; good: boolean; words: string; unsent?: boolean | undefined };

/**
 * What came of the codes, the last first. A refusal stays until its code or set has another outcome, a success until the next one, so that
 * the answer to another scan replaces neither. A refusal for want of signal is over as soon as there is a signal.
 */
function useOutcomes() {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  useEffect(() => onBack(() => setOutcomes((all) => all.filter(({ unsent }) => !unsent))), []);
  const add = (one: Outcome) =>
    setOutcomes((all) => [one, ...all.filter(({ of, good }) => of !== one.of && !(good && one.good))]);
  return [outcomes, add] as const;
}

const NOTHING = 'Nothing was picked.';
/** The reason of a refusal: that of the set, where there is one. */
const whyOf = ({ items, message, detail }: Refused) =>
  items?.[0]?.message ?? [message, detail].filter(Boolean).join('. ');

/** The reservations of a tab in the order of the hooks, all of them, and what came of the codes. */
function usePicking({ tab, location }: Pick<Props, 'tab' | 'location'>) {
  const query = { tab, by: 'hook' as const, limit: '200', ...(location && { locationId: location }) };
  const list = usePages('listReservations', { query }, byCursor, {
    entries: ({ reservations }) => reservations,
  });
  const { items: all, error, hasMore, more } = list;
  // A count to zero needs all of them.
  useEffect(() => {
    if (hasMore && !error) more();
  });
  const pick = useAction('pickReservations', { quiet: true });
  const [text, setText] = useState('');
  const [outcomes, addOutcome] = useOutcomes();
  useReader({ onRead: (code) => void take(code), accepts: 'code', inDialog: true });
  const left = all?.filter((one) => !one.pickedAt && isHere(one));
  const away = all?.filter((one) => !one.pickedAt && !isHere(one));
  const picked = (all?.length ?? 0) - (left?.length ?? 0) - (away?.length ?? 0);

  async function record(one: Reservation) {
    const sent = await pick.run({ body: { reservationIds: [one.id], picked: true } });
    const { identifier } = one.keyBunch;
    if (sent.ok)
      return addOutcome({ of: one.id, good: true, words: `${identifier} picked for ${one.holder.name}` });
    const refused = refusalOf(sent.error, NOTHING);
    addOutcome({
      ...{ of: one.id, good: false, unsent: refused.unsent },
      words: `${identifier}: ${whyOf(refused)}`,
    });
  }
  async function take(code: string) {
    setText('');
    const found = await call('lookUp', { query: { code } }).catch((thrown: unknown) =>
      thrown instanceof ApiError ? refusalOf(thrown, NOTHING) : { message: NOTHING },
    );
    if (!('data' in found)) {
      const words = `${code}: ${whyOf(found)}`;
      return addOutcome({ of: code, good: false, words, unsent: found.unsent });
    }
    const { keyBunches } = found.data;
    const ids = keyBunches.map(({ id }) => id);
    const matches = all?.filter(({ keyBunch }) => ids.includes(keyBunch.id)) ?? [];
    // One set may be reserved twice on a day. It is laid ready for the first.
    const [first] = matches.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from));
    const ready = matches.find(({ pickedAt }) => pickedAt);
    const name = keyBunches[0]?.identifier ?? code;
    if (!first) addOutcome({ of: code, good: false, words: `${name} is not on this list` });
    else if (ready)
      addOutcome({ of: code, good: true, words: `${name} is laid ready for ${ready.holder.name} already` });
    else await record(first);
  }
  return { list, left, away, picked, text, setText, outcomes, take, record, pending: pick.pending };
}

/** Lays reserved sets ready, in the order of the hooks: a scan takes its line away, until none is left. */
export function PickDialog({ tab, location, open, onClose, onClosed }: Props) {
  const { list, left, away, picked, text, setText, outcomes, take, record, pending } = usePicking({
    tab,
    location,
  });
  const { items: all, error, hasMore } = list;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      size={560}
      title={all ? `Picked ${picked} of ${list.total ?? all.length}` : 'Pick'}
      description="Scan each set that you lay ready. It stays where it is registered."
      cancelLabel="Close"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (text.trim()) void take(text.trim());
      }}
      foot={
        // Not pending while one is recorded: the next code would stay in the field.
        <Button type="submit" variant="primary" icon={CheckCheck} disabled={!text.trim()}>
          Pick
        </Button>
      }
    >
      <div className="flex min-h-72 flex-col gap-4">
        <Field
          label="Scan or type a set"
          hint={pending ? 'Recording...' : 'Scan the next one without waiting.'}
        >
          <Input
            value={text}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Outcomes of={outcomes} />
        {error && <ReadFailed error={error} onRetry={list.retry} />}
        {!error && !hasMore && left?.length === 0 && away?.length === 0 && (
          <p className="font-medium">Everything is laid ready.</p>
        )}
        <Lines title="Still to pick" rows={left} onPick={(one) => void record(one)} />
        <Lines title="Can't be picked now" rows={away} />
      </div>
    </Dialog>
  );
}

const isHere = ({ obstacle, keyBunch, readyFor }: Reservation) =>
  !obstacle && keyBunch.status !== 'issued' && !readyFor;

/** The last success, and what was refused, the last first. */
function Outcomes({ of }: { of: readonly Outcome[] }) {
  const [good] = of.filter((one) => one.good);
  const [last, ...more] = of.filter((one) => !one.good);
  return (
    <div aria-live="assertive" className="flex flex-col gap-2 empty:hidden">
      {good && <Notice variant="success" title={good.words} />}
      {last && (
        <Notice title={last.words}>
          {more.length > 0 && (
            <ul>
              {more.map((one) => (
                <li key={one.of}>{one.words}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
    </div>
  );
}

type LinesProps = {
  title: string;
  rows: readonly Reservation[] | undefined;
  onPick?: (one: Reservation) => void;
};

/** Sets under their location, where there are several, in the order of the hooks. */
function Lines({ title, rows = [], onPick }: LinesProps) {
  if (rows.length === 0) return null;
  const places = byPlace(rows);
  return (
    <section>
      <h3 className="mb-1 text-label font-medium text-muted">
        {title} {rows.length}
      </h3>
      {places.map(({ place, of }) => (
        <div key={place.id} className="mb-3 last:mb-0">
          {places.length > 1 && (
            <h4 className="mb-1 font-semibold wrap-anywhere">
              {place.name} <span className="font-normal text-muted">{of.length}</span>
            </h4>
          )}
          <ul className="divide-y rounded-lg border">
            {of.map((one) => (
              <Line key={one.id} one={one} onPick={onPick} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Line({ one, onPick }: { one: Reservation; onPick: LinesProps['onPick'] }) {
  const [now, zone] = [useNow(), useZone()];
  const { keyBunch, holder, readyFor } = one;
  const where = onPick ? (keyBunch.currentTag ?? 'no tag') : whereText(one, now, zone).text;
  return (
    <li className="flex min-h-14 items-center gap-3 py-1.5 pr-2 pl-3.5">
      <b className="w-16 shrink-0 text-[1.0625rem] font-semibold">{keyBunch.position ?? 'No hook'}</b>
      <p className="min-w-0 flex-1">
        <span className="block font-medium">{keyBunch.identifier}</span>
        <span className={cx('block text-hint text-muted', !readyFor && 'truncate')}>
          {where} · {holder.name}
        </span>
      </p>
      {onPick && (
        <Button size="sm" aria-label={`Pick ${keyBunch.identifier}`} onClick={() => onPick(one)}>
          Pick
        </Button>
      )}
    </li>
  );
}
