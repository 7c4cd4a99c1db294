import { useState } from 'react';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { NAME_MAX } from '../../shared/limits.ts';
import type { Round } from '../../shared/reservation.ts';
import { useAction } from '../api/action.ts';
import { type ApiError, call } from '../api/call.ts';
import { useRead } from '../api/read.ts';
import { ChoosePerson } from '../form/ChoosePerson.tsx';
import { StaleNotice } from '../form/FormFrame.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Select } from '../ui/form/Select.tsx';
import { useQuestion } from '../ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useChanged, useStillOpen } from '../ui/overlay/dialog-state.ts';
import { Sets } from './ReserveSets.tsx';

/** What the steps of the rounds' dialog share. */
export type Frame = {
  open: boolean;
  onOpenChange: (open: boolean) => unknown;
  onClosed: () => void;
  size: 560;
};

type TimesProps = Record<'from' | 'until', string> & Record<'setFrom' | 'setUntil', (time: string) => void>;

const Times = ({ from, setFrom, until, setUntil }: TimesProps) => (
  <div className="grid grid-cols-2 gap-3">
    <Field label="From" required>
      <DateInput kind="time" value={from} onChange={setFrom} />
    </Field>
    <Field label="Until" required hint="If not after From, the next day.">
      <DateInput kind="time" value={until} onChange={setUntil} />
    </Field>
  </div>
);

type HolderName = { id: number | null; name: string };
type UsualProps = { person: HolderName | null; onChoose: () => void; onClear: () => void };

/** For whom a round usually is; each use may name another. */
const UsualPerson = ({ person, onChoose, onClear }: UsualProps) => (
  <div>
    <p className="mb-1.5 text-label font-medium">
      Usual person <span className="font-normal text-muted">(optional)</span>
    </p>
    <div className="flex min-h-11 items-center gap-2">
      <span className={cx('min-w-0 flex-1 truncate', !person && 'text-muted')}>
        {person?.name ?? 'Chosen at each use'}
      </span>
      {person && <Button onClick={onClear}>Remove</Button>}
      <Button onClick={onChoose}>{person ? 'Change' : 'Choose'}</Button>
    </div>
  </div>
);

/** A round as it is after a refusal, if a colleague changed it first; null otherwise. */
export const newestRound = async ({ id }: Round, { body }: ApiError): Promise<Round | null> =>
  body.code === 'stale'
    ? call('listRounds').then(
        ({ data }) => data.find((one) => one.id === id) ?? null,
        () => null,
      )
    : null;

type EditProps = { frame: Frame; round: Round | null; onBack: () => void };

const isIn = (sets: readonly KeyBunch[], id: number) => sets.some((one) => one.id === id);

/** The fields of a round. Those that were not changed take what a colleague saved. */
function useRoundFields(round: Round | null) {
  const [base, setBase] = useState(round);
  const [stale, setStale] = useState(false);
  const [name, setName] = useState(round?.name ?? '');
  const [locationId, setLocationId] = useState(round ? String(round.location.id) : '');
  const [from, setFrom] = useState(round?.from ?? '06:00');
  const [until, setUntil] = useState(round?.until ?? '12:00');
  const [sets, setSets] = useState<readonly KeyBunch[]>(round?.keyBunches ?? []);
  const [usual, setUsual] = useState<HolderName | null>(round?.holder ?? null);
  const dirty = useChanged([name.trim(), locationId, from, until, sets, usual]);
  async function refused(error: ApiError) {
    const newest = base && (await newestRound(base, error));
    setStale(Boolean(newest));
    if (!base || !newest) return;
    setBase(newest);
    if (name.trim() === base.name) setName(newest.name);
    if (locationId === String(base.location.id)) setLocationId(String(newest.location.id));
    if (from === base.from) setFrom(newest.from);
    if (until === base.until) setUntil(newest.until);
    if (usual === base.holder) setUsual(newest.holder);
    const [were, are] = [base.keyBunches, newest.keyBunches];
    const added = are.filter(({ id }) => !isIn(were, id) && !isIn(sets, id));
    setSets(sets === were ? are : [...sets.filter(({ id }) => !isIn(were, id) || isIn(are, id)), ...added]);
  }
  return {
    ...{ base, stale, refused, dirty, name, setName, locationId, setLocationId },
    ...{ from, setFrom, until, setUntil, sets, setSets, usual, setUsual },
  };
}

/** The name, times, usual person and sets of a round. */
export function EditRound({ frame, round, onBack }: EditProps) {
  const { data: locations = [] } = useRead('listLocations');
  const fields = useRoundFields(round);
  const { base, dirty, name, from, setFrom, until, setUntil, sets, setSets, usual, setUsual } = fields;
  const [choosing, setChoosing] = useState(false);
  const isStillOpen = useStillOpen(frame.open);
  /** The list takes the place of an open dialog; a closed one stays closed. */
  const back = () => isStillOpen() && onBack();
  const create = useAction('createRound');
  const update = useAction('updateRound');
  const [only] = locations;
  const place = fields.locationId || (locations.length === 1 && only ? String(only.id) : '');
  async function submit() {
    const body = {
      name: name.trim(),
      locationId: Number(place),
      holderId: usual?.id ?? null,
      from,
      until,
      items: sets.map(({ id }) => ({ keyBunchId: id })),
    };
    const sent = base
      ? await update.run({ params: { id: base.id }, body, ifMatch: base.updatedAt })
      : await create.run({ body });
    if (sent.ok) back();
    else await fields.refused(sent.error);
  }
  if (choosing)
    return choosingUsual({ ...frame, dirty }, (person) => {
      if (person) setUsual(person);
      setChoosing(false);
    });
  return (
    <Dialog
      {...frame}
      title={base ? `Change ${base.name}` : 'Add a round'}
      dirty={dirty}
      sending={create.pending || update.pending}
      onSubmit={submit}
      footLeft={base && <RemoveRound round={base} onBack={back} onRefused={fields.refused} />}
      foot={
        <Button
          type="submit"
          variant="primary"
          pending={create.pending || update.pending}
          disabled={!name.trim() || !place || !from || !until || sets.length === 0}
        >
          {base ? 'Save changes' : 'Add round'}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <StaleNotice shown={fields.stale} name="this round" />
        <Field label="Name" required>
          <Input
            value={name}
            maxLength={NAME_MAX}
            autoComplete="off"
            onChange={(event) => fields.setName(event.target.value)}
          />
        </Field>
        <Field label="Location" required hint="Where the sets are fetched.">
          <Select
            placeholder="Choose a location"
            value={place}
            onValueChange={fields.setLocationId}
            options={locations.map((one) => ({ value: String(one.id), label: one.name }))}
          />
        </Field>
        <UsualPerson person={usual} onChoose={() => setChoosing(true)} onClear={() => setUsual(null)} />
        <Times {...{ from, setFrom, until, setUntil }} />
        <Sets sets={sets} onSets={setSets} begin={null} end={null} refused={null} />
      </div>
    </Dialog>
  );
}

/** The choice of the usual person. No component, so that the open dialog stays and only its content changes. */
const choosingUsual = (frame: Frame & { dirty: boolean }, onBack: (person?: HolderName) => void) => (
  <Dialog {...frame} title="Usual person" foot={<Button onClick={() => onBack()}>Back</Button>}>
    <ChoosePerson label="Who it is usually for" onPick={onBack} />
  </Dialog>
);

type RemoveProps = { round: Round; onBack: () => void; onRefused: (error: ApiError) => Promise<void> };

/** Ends a round: it is no longer listed. */
function RemoveRound({ round: { id, name, updatedAt }, onBack, onRefused }: RemoveProps) {
  const remove = useAction('updateRound', {
    messages: { done: { title: 'Round removed' }, failed: 'Failed to remove the round' },
  });
  const { ask, dialog } = useQuestion();
  async function end() {
    const isSure = await ask({
      title: `Remove ${name}?`,
      text: 'The round is no longer listed. Sets reserved with it stay reserved.',
      confirmLabel: 'Remove round',
      danger: true,
    });
    if (!isSure) return;
    const sent = await remove.run({ params: { id }, body: { isActive: false }, ifMatch: updatedAt });
    if (sent.ok) onBack();
    else await onRefused(sent.error);
  }
  return (
    <>
      <Button variant="danger" pending={remove.pending} onClick={() => void end()}>
        Remove round
      </Button>
      {dialog}
    </>
  );
}
