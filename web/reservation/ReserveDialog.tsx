import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { clockText, dayIn } from '../../shared/clock-text.ts';
import type { Holder } from '../../shared/holder.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { TEXT_MAX } from '../../shared/limits.ts';
import type { Reservation } from '../../shared/reservation.ts';
import { clockRange } from '../../shared/reservation-text.ts';
import { momentOfText } from '../../shared/zone.ts';
import { useAction } from '../api/action.ts';
import { call } from '../api/call.ts';
import { useRead } from '../api/read.ts';
import { refusalOf, useRefusal } from '../api/refusal.ts';
import { ChoosePerson, ChosenPerson } from '../form/ChoosePerson.tsx';
import { count } from '../format.ts';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { OptionButton } from '../ui/form/OptionButton.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useChanged } from '../ui/overlay/dialog-state.ts';
import { useNow, useZone } from '../zone.ts';
import { Refusal, Sets } from './ReserveSets.tsx';

/** What a reservation begins with: sets, a person, or one that is changed. */
export type ReserveAbout = { sets?: readonly KeyBunch[]; person?: Holder; change?: Reservation };

type Props = {
  about: ReserveAbout;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  onReserved?: () => void;
};

/** Usual periods from a day's clock times; `later` is 0 for today. */
const PERIODS = [
  { label: 'Tonight', later: 0, from: '18:00', until: '06:00', ends: 1 },
  { label: 'Tomorrow morning', later: 1, from: '06:00', until: '12:00', ends: 1 },
  { label: 'Tomorrow all day', later: 1, from: '06:00', until: '18:00', ends: 1 },
] as const;

const dayAfter = (day: string, later: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + later * 86_400_000).toISOString().slice(0, 10);

/** The state of the form. Without the right to issue it is for the caller. */
function useReserveForm({ about, onClose, onReserved }: Pick<Props, 'about' | 'onClose' | 'onReserved'>) {
  const [now, zone] = [useNow(), useZone()];
  const may = useMay();
  const forOthers = may(api.pickReservations.needs) && may(api.listHolders.needs);
  const own = useRead('getMine', {}, { enabled: !forOthers && !about.change }).data?.holder ?? null;
  const [person, setPerson] = useState<Holder | null>(about.person ?? null);
  const to = person ?? own;
  const [sets, setSets] = useState<readonly KeyBunch[]>(about.sets ?? []);
  const today = dayIn(now, zone);
  const [base, setBase] = useState(about.change);
  const written = (at: string | undefined) => (at ? clockText(Date.parse(at), zone) : '');
  const [from, setFrom] = useState(() => written(about.change?.from) || `${dayAfter(today, 1)}T06:00`);
  const [until, setUntil] = useState(() => written(about.change?.until) || `${dayAfter(today, 1)}T12:00`);
  const [purpose, setPurpose] = useState(about.change?.purpose ?? '');
  const [refused, setRefused] = useRefusal();
  const reserve = useAction('createReservations', {
    messages: { done: { title: `${count(sets.length, 'set')} reserved` }, failed: 'Failed to reserve' },
    quiet: true,
  });
  const change = useAction('updateReservation', { quiet: true });
  const [begin, end] = [momentOfText(from, zone), momentOfText(until, zone)];
  const dirty = useChanged([sets, from, until, purpose.trim()]);

  async function submit() {
    if (begin === null || end === null) return;
    const period = { from: new Date(begin).toISOString(), until: new Date(end).toISOString() };
    setRefused(null);
    const sent = base
      ? await change.run({
          params: { id: base.id },
          body: { ...period, purpose: purpose.trim() },
          ifMatch: base.updatedAt,
        })
      : to &&
        (await reserve.run({
          body: {
            ...{ ...period, holderId: to.id, purpose: purpose.trim() },
            items: sets.map(({ id }) => ({ keyBunchId: id })),
          },
        }));
    if (sent?.ok) {
      onReserved?.();
      onClose();
    } else if (sent) {
      const newest = base && sent.error.body.code === 'stale' ? await readNewest(base) : null;
      if (base && newest) takeNewest(base, newest);
      const detail = base && newest && changesOf(base, newest, zone);
      const nothing = base ? 'Nothing was changed.' : 'Nothing was reserved.';
      setRefused({ ...refusalOf(sent.error, nothing), ...(detail && { detail }) });
    }
  }
  /** A colleague's state becomes the base; what was typed here stays. */
  function takeNewest(last: Reservation, newest: Reservation) {
    if (from === written(last.from)) setFrom(written(newest.from));
    if (until === written(last.until)) setUntil(written(newest.until));
    if (purpose.trim() === (last.purpose ?? '')) setPurpose(newest.purpose ?? '');
    setBase(newest);
  }
  return {
    ...{ forOthers, to, setPerson, sets, setSets, today, base },
    ...{ from, setFrom, until, setUntil, purpose, setPurpose },
    ...{ refused, begin, end, dirty, submit, pending: reserve.pending || change.pending },
  };
}
type Form = ReturnType<typeof useReserveForm>;

/** A reservation as it is now; null if it can't be read. */
const readNewest = ({ id, keyBunch, holder }: Reservation) =>
  call('listReservations', {
    query: {
      keyBunchId: String(keyBunch.id),
      ...(holder.id !== null && { holderId: String(holder.id) }),
      limit: '200',
    },
  }).then(
    ({ data }) => data.reservations.find((one) => one.id === id) ?? null,
    () => null,
  );

/** What a colleague changed, and what to do. */
function changesOf(before: Reservation, { from, until, purpose }: Reservation, zone: string): string {
  const moved = before.from !== from || before.until !== until;
  return [
    moved && `It is now ${clockRange(from, until, zone)}.`,
    before.purpose !== purpose && (purpose ? `The purpose is now “${purpose}”.` : 'The purpose was removed.'),
    'Save again to put what you entered in its place.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Reserves sets for a person, or changes the times of a reservation. */
export function ReserveDialog({ about, open, onClose, onClosed, onReserved }: Props) {
  const form = useReserveForm({ about, onClose, onReserved });
  const { forOthers, to, setPerson, sets, setSets, purpose, refused, begin, end, pending } = form;
  const choosing = forOthers && !about.change && !to;
  const label = about.change
    ? 'Save changes'
    : `Reserve ${sets.length > 0 ? count(sets.length, 'set') : ''}${forOthers && to ? ` for ${to.name}` : ''}`;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      size={560}
      title={about.change ? `Change the reservation of ${about.change.keyBunch.identifier}` : 'Reserve sets'}
      description="Held for a person from one moment to another. Nothing leaves its hook."
      dirty={form.dirty}
      sending={pending}
      onSubmit={form.submit}
      foot={
        !choosing && (
          <Button
            type="submit"
            variant="primary"
            icon={CalendarClock}
            pending={pending}
            disabled={begin === null || end === null || (!about.change && (!to || sets.length === 0))}
            className="max-w-full [&>span]:min-w-0 [&>span>span]:truncate"
          >
            {label}
          </Button>
        )
      }
    >
      {choosing ? (
        <ChoosePerson label="Who it is for" onPick={setPerson} />
      ) : (
        <div className="flex flex-col gap-5">
          {!about.change && to && forOthers && (
            <ChosenPerson to={to} {...(!about.person && { onChange: () => setPerson(null) })} />
          )}
          {!about.change && <Sets sets={sets} onSets={setSets} begin={begin} end={end} refused={refused} />}
          <Period form={form} />
          {!about.change && <UsualPeriods form={form} />}
          {refused && <Refusal refused={refused} sets={sets} onSets={setSets} />}
          <Field label="Purpose" optional>
            <Input
              value={purpose}
              maxLength={TEXT_MAX}
              autoComplete="off"
              onChange={(event) => form.setPurpose(event.target.value)}
            />
          </Field>
        </div>
      )}
    </Dialog>
  );
}

const Period = ({ form: { from, setFrom, until, setUntil, today, refused } }: { form: Form }) => (
  <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
    <Field label="From" required error={refused?.errors?.from}>
      <DateInput kind="moment" value={from} today={today} time="06:00" onChange={setFrom} />
    </Field>
    <Field label="Until" required error={refused?.errors?.until}>
      <DateInput kind="moment" value={until} today={today} time="18:00" onChange={setUntil} />
    </Field>
  </div>
);

const UsualPeriods = ({ form: { from, setFrom, until, setUntil, today } }: { form: Form }) => (
  <div className="-mt-2 flex flex-wrap gap-2">
    {PERIODS.map((one) => {
      const begins = `${dayAfter(today, one.later)}T${one.from}`;
      const ends = `${dayAfter(today, one.ends)}T${one.until}`;
      return (
        <OptionButton
          key={one.label}
          pressed={from === begins && until === ends}
          onClick={() => {
            setFrom(begins);
            setUntil(ends);
          }}
        >
          {one.label}
        </OptionButton>
      );
    })}
  </div>
);
