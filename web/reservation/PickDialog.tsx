import { CheckCheck } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { Reservation } from '../../shared/reservation.ts';
import type { ReservationTab } from '../../shared/reservation-text.ts';
import { useAction } from '../api/action.ts';
import { call, failedText } from '../api/call.ts';
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

/** The reservations of a tab in the order of the hooks, all of them, and what came of the last code. */
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
  const [said, setSaid] = useState<{ good: boolean; words: string } | null>(null);
  useReader({ onRead: (code) => void take(code), accepts: 'code', inDialog: true });
  const left = all?.filter((one) => !one.pickedAt && isHere(one));
  const away = all?.filter((one) => !one.pickedAt && !isHere(one));
  const picked = (all?.length ?? 0) - (left?.length ?? 0) - (away?.length ?? 0);

  async function record(one: Reservation) {
    const sent = await pick.run({ body: { reservationIds: [one.id], picked: true } });
    const { identifier } = one.keyBunch;
    if (sent.ok) return setSaid({ good: true, words: `${identifier} picked for ${one.holder.name}` });
    const { items, message, detail } = refusalOf(sent.error, 'Nothing was picked.');
    const why = items?.[0]?.message ?? [message, detail].filter(Boolean).join('. ');
    setSaid({ good: false, words: `${identifier}: ${why}` });
  }
  async function take(code: string) {
    setText('');
    const found = await call('lookUp', { query: { code } }).catch((thrown: unknown) => failedText(thrown));
    if (typeof found === 'string') return setSaid({ good: false, words: `${code}: ${found}` });
    const { keyBunches } = found.data;
    const ids = keyBunches.map(({ id }) => id);
    const matches = all?.filter(({ keyBunch }) => ids.includes(keyBunch.id)) ?? [];
    // One set may be reserved twice on a day.
    const one = matches.find(({ pickedAt }) => !pickedAt) ?? matches[0];
    if (!one) setSaid({ good: false, words: `${keyBunches[0]?.identifier ?? code} is not on this list` });
    else if (one.pickedAt) setSaid({ good: true, words: `${one.keyBunch.identifier} was picked already` });
    else await record(one);
  }
  return { list, left, away, picked, text, setText, said, take, record, pending: pick.pending };
}

/** Lays reserved sets ready, in the order of the hooks: a scan takes its line away, until none is left. */
export function PickDialog({ tab, location, open, onClose, onClosed }: Props) {
  const { list, left, away, picked, text, setText, said, take, record, pending } = usePicking({
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
        <Button type="submit" variant="primary" icon={CheckCheck} pending={pending} disabled={!text.trim()}>
          Pick
        </Button>
      }
    >
      <div className="flex min-h-72 flex-col gap-4">
        <Field label="Scan or type a set">
          <Input
            value={text}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <div aria-live="assertive" className="empty:hidden">
          {said && <Notice variant={said.good ? 'success' : 'error'} title={said.words} />}
        </div>
        {error && <ReadFailed error={error} onRetry={list.retry} />}
        {!error && !hasMore && left?.length === 0 && away?.length === 0 && (
          <p className="font-medium">Everything is laid ready.</p>
        )}
        <Lines title="Still to pick" rows={left} onPick={(one) => void record(one)} />
        <Lines title="Not here" rows={away} />
      </div>
    </Dialog>
  );
}

const isHere = ({ obstacle, keyBunch }: Reservation) => !obstacle && keyBunch.status !== 'issued';

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
  const where = onPick && !readyFor ? (keyBunch.currentTag ?? 'no tag') : whereText(one, now, zone).text;
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
