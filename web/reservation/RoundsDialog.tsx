import { Plus, Repeat } from 'lucide-react';
import { useState } from 'react';
import { dayIn } from '../../shared/clock-text.ts';
import type { Holder } from '../../shared/holder.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { Round } from '../../shared/reservation.ts';
import { useAction } from '../api/action.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { refusalOf, useRefusal } from '../api/refusal.ts';
import { ChoosePerson, ChosenPerson } from '../form/ChoosePerson.tsx';
import { count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Spinner } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useNow, useZone } from '../zone.ts';
import { EditRound, type Frame, newestRound } from './EditRound.tsx';
import { Refusal } from './ReserveSets.tsx';

/** The list of rounds, a round that is used, or one that is changed or added. */
export type RoundStep =
  | { kind: 'list' }
  | { kind: 'use'; round: Round }
  | { kind: 'edit'; round: Round | null };
type Props = {
  step: RoundStep;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  /** Shows another step in this one's place. */
  onStep: (step: RoundStep) => void;
};

/** The rounds: one is used for a day, changed or removed, or added. */
export function RoundsDialog({ step, open, onClose, onClosed, onStep }: Props) {
  const frame = { open, onOpenChange: (next: boolean) => !next && onClose(), onClosed, size: 560 as const };
  if (step.kind === 'use')
    return <UseRound {...{ frame, onClose }} round={step.round} onBack={() => onStep({ kind: 'list' })} />;
  if (step.kind === 'edit')
    return <EditRound frame={frame} round={step.round} onBack={() => onStep({ kind: 'list' })} />;
  return <RoundList frame={frame} onStep={onStep} />;
}

function RoundList({ frame, onStep }: { frame: Frame; onStep: Props['onStep'] }) {
  const { data, error, refetch } = useRead('listRounds');
  return (
    <Dialog
      {...frame}
      title="Rounds"
      description="Sets in an order, reserved again and again."
      cancelLabel="Close"
      foot={
        <Button
          variant={data?.length ? 'secondary' : 'primary'}
          icon={Plus}
          onClick={() => onStep({ kind: 'edit', round: null })}
        >
          Add a round
        </Button>
      }
    >
      {error && !data && <ReadFailed error={error} onRetry={refetch} />}
      <ul className="flex min-h-38 flex-col divide-y">
        {data?.length === 0 && (
          <li className="py-6 text-center text-muted">
            A round would be here. Add one for sets that are reserved together again and again.
          </li>
        )}
        {data?.map((round) => (
          <li key={round.id} className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 py-2">
            <p className="min-w-0 flex-1 basis-40 wrap-anywhere">
              <b className="block font-semibold">{round.name}</b>
              <span className="block text-hint text-muted">
                {[
                  count(round.keyBunches.length, 'set'),
                  deletedText(round),
                  `${round.from} to ${round.until}`,
                  round.holder?.name,
                  round.location.name,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </p>
            <div className="flex gap-2 phone:w-full phone:*:flex-1">
              <Button
                size="sm"
                aria-label={`Change ${round.name}`}
                onClick={() => onStep({ kind: 'edit', round })}
              >
                Change
              </Button>
              <Button
                size="sm"
                variant="primary"
                icon={Repeat}
                aria-label={`Use ${round.name}`}
                disabled={round.keyBunches.length === 0}
                onClick={() => onStep({ kind: 'use', round })}
              >
                Use
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type UseProps = { frame: Frame; round: Round; onClose: () => void; onBack: () => void };

/** For whom a round is used: its own person until another is chosen; null while one is to be chosen, undefined while its own is read. */
function useRoundHolder({ holder }: Round) {
  const id = holder?.id ?? 0;
  const own = useRead('getHolder', { params: { id } }, { enabled: id > 0 });
  const [chosen, setChosen] = useState<Holder | null>();
  const usual = id > 0 && !own.error ? own.data : null;
  return [chosen === undefined ? usual : chosen, setChosen] as const;
}

const deletedText = ({ deletedSets: n }: Round) =>
  n > 0 && `${count(n, 'set')} ${n === 1 ? 'was' : 'were'} deleted`;

/** Sets of a round that are registered elsewhere than it is fetched, by name. */
function Away({ sets, round }: { sets: readonly KeyBunch[]; round: Round }) {
  const away = sets.filter(({ locationId }) => locationId !== round.location.id);
  const deleted = deletedText(round);
  if (away.length === 0) return deleted && <Notice variant="warning">{deleted}</Notice>;
  return (
    <Notice
      variant="warning"
      title={`${away.length} ${away.length === 1 ? 'is' : 'are'} not at ${round.location.name} now`}
    >
      <ul>
        {deleted && <li>{deleted}</li>}
        {away.map(({ id, identifier, location }) => (
          <li key={id}>
            {identifier}: at {location.name}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The use of a round: for whom, when and which sets, as the round is read. */
function useRoundUse({ round: begun, onClose }: Pick<UseProps, 'round' | 'onClose'>, tomorrow: string) {
  const [round, setRound] = useState(begun);
  const [to, setPerson] = useRoundHolder(round);
  const [day, setDay] = useState(tomorrow);
  const [from, setFrom] = useState(round.from);
  const [until, setUntil] = useState(round.until);
  const [sets, setSets] = useState<readonly KeyBunch[]>(round.keyBunches);
  const [refused, setRefused] = useRefusal();
  const use = useAction('useRound', {
    messages: { done: { title: `${round.name} reserved` }, failed: 'Failed to reserve' },
    quiet: true,
  });
  async function submit() {
    if (!to) return;
    setRefused(null);
    const leftOut = round.keyBunches.map(({ id }) => id).filter((id) => sets.every((one) => one.id !== id));
    const sent = await use.run({
      params: { id: round.id },
      body: { day, from, until, holderId: to.id, leftOut },
      ifMatch: round.updatedAt,
    });
    if (sent.ok) return onClose();
    const newest = await newestRound(round, sent.error);
    if (newest) takeNewest(newest, leftOut);
    const detail = newest && 'These are its sets and times now. Nothing was reserved.';
    setRefused({ ...refusalOf(sent.error, 'Nothing was reserved.'), ...(detail && { detail }) });
  }
  function takeNewest(newest: Round, leftOut: readonly number[]) {
    if (from === round.from) setFrom(newest.from);
    if (until === round.until) setUntil(newest.until);
    setSets(newest.keyBunches.filter(({ id }) => !leftOut.includes(id)));
    setRound(newest);
  }
  return {
    ...{ round, to, setPerson, day, setDay, from, setFrom, until, setUntil },
    ...{ sets, setSets, refused, submit, pending: use.pending },
  };
}

/** Reserves the sets of a round for a day. */
function UseRound({ frame, onBack, ...about }: UseProps) {
  const [now, zone] = [useNow(), useZone()];
  const today = dayIn(now, zone);
  const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const form = useRoundUse(about, tomorrow);
  const { round, to, setPerson, day, setDay, from, setFrom, until, setUntil, sets, setSets, refused } = form;
  return (
    <Dialog
      {...frame}
      title={`Use ${round.name}`}
      description={`${count(sets.length, 'set')}, fetched at ${round.location.name}`}
      sending={form.pending}
      onSubmit={form.submit}
      foot={
        to && (
          <>
            <Button onClick={onBack}>Back</Button>
            <Button
              type="submit"
              variant="primary"
              pending={form.pending}
              disabled={sets.length === 0 || !day}
              className="max-w-full [&>span]:min-w-0 [&>span>span]:truncate"
            >
              Reserve {count(sets.length, 'set')} for {to.name}
            </Button>
          </>
        )
      }
    >
      {to ? (
        <div className="flex flex-col gap-5">
          <ChosenPerson to={to} onChange={() => setPerson(null)} />
          <div className="grid grid-cols-3 gap-3 phone:grid-cols-1">
            <Field label="Day" required error={refused?.errors?.day}>
              <DateInput kind="day" value={day} today={today} onChange={setDay} />
            </Field>
            <Field label="From" required error={refused?.errors?.from}>
              <DateInput kind="time" value={from} onChange={setFrom} />
            </Field>
            <Field label="Until" required error={refused?.errors?.until}>
              <DateInput kind="time" value={until} onChange={setUntil} />
            </Field>
          </div>
          <Away sets={sets} round={round} />
          {refused && <Refusal refused={refused} sets={sets} onSets={setSets} />}
        </div>
      ) : to === null ? (
        <ChoosePerson label="Who it is for" onPick={setPerson} />
      ) : (
        <div role="status" aria-label="Loading" className="grid min-h-72 place-items-center text-muted">
          <Spinner className="size-6" />
        </div>
      )}
    </Dialog>
  );
}
