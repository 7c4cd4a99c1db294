import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { dayIn } from '../../shared/clock-text.ts';
import { TEXT_MAX } from '../../shared/limits.ts';
import type { Location } from '../../shared/location.ts';
import { notHandedOver, whenText } from '../../shared/room-handover-text.ts';
import { momentOfText } from '../../shared/zone.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { refusalOf, useRefusal } from '../api/refusal.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { RadioCards } from '../ui/form/RadioCards.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useChanged } from '../ui/overlay/dialog-state.ts';
import { toast } from '../ui/overlay/toast.ts';
import { useNow, useZone } from '../zone.ts';

type Props = {
  locations: readonly Location[];
  /** The chosen location's id; '' for none. */
  location: string;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
};

function useBegin(place: string) {
  const navigate = useNavigate();
  const zone = useZone();
  const [alone, setAlone] = useState('');
  const [reason, setReason] = useState('');
  const [since, setSince] = useState('');
  const [refused, setRefused] = useRefusal();
  const begin = useAction('beginRoomHandover', { quiet: true });
  const show = (id: number) => void navigate({ to: '/room-handovers/$id', params: { id: String(id) } });

  async function submit() {
    const isAlone = alone === 'alone';
    if (isAlone && !reason.trim()) return setRefused({ errors: { aloneReason: 'Reason is required' } });
    const moment = momentOfText(since, zone);
    const sent = await begin.run({
      body: {
        locationId: Number(place),
        ...(isAlone && { aloneReason: reason.trim() }),
        ...(moment !== null && { since: new Date(moment).toISOString() }),
      },
    });
    if (sent.ok) return show(sent.reply.id);
    const { body } = sent.error;
    if (body.roomHandoverId) {
      // Another person began it a moment ago: there is one handover of a location.
      toast({ title: body.message ?? 'It is open already', description: body.detail });
      return show(body.roomHandoverId);
    }
    setRefused(refusalOf(sent.error, 'Nothing was begun.'));
  }
  const fields = { alone, setAlone, reason, setReason, since, setSince };
  return { ...fields, refused, setRefused, submit, pending: begin.pending };
}

/** Begins a handover of a location: the caller hands over, or takes over alone. */
export function BeginDialog({ locations, location, open, onClose, onClosed }: Props) {
  const me = useMe();
  const [now, zone] = [useNow(), useZone()];
  const [chosen, setChosen] = useState(location);
  const [only] = locations;
  const place = chosen || (locations.length === 1 && only ? String(only.id) : '');
  const form = useBegin(place);
  const { refused, alone, reason, since } = form;
  const dirty = useChanged([chosen, alone, reason, since]);
  const query = { locationId: place, state: 'closed' as const, limit: '1' };
  const { data: last } = useRead('listRoomHandovers', { query }, { enabled: place !== '' });
  const [before] = last ?? [];
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      size={560}
      title="Hand over the key room"
      description="Both count, settle what differs and sign. The desk stays open meanwhile."
      dirty={dirty}
      sending={form.pending}
      onSubmit={form.submit}
      foot={
        <Button type="submit" variant="primary" pending={form.pending} disabled={!place || !alone}>
          Begin
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        {locations.length > 1 && (
          <Field label="Location" required error={refused?.errors?.locationId}>
            <Select
              placeholder="Choose a location"
              value={place}
              onValueChange={setChosen}
              options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          </Field>
        )}
        <WhoHandsOver form={form} />
        {alone === 'two' && before?.incoming && before.closedAt && before.incoming.userId !== me.id && (
          <Notice
            variant="warning"
            title={notHandedOver(before.incoming.name, whenText(Date.parse(before.closedAt), now, zone))}
          />
        )}
        {last?.length === 0 && (
          <Field
            label="Shift began"
            optional
            hint="This is the first handover here. Without a time the figures count from midnight."
            error={refused?.errors?.since}
          >
            <DateInput
              kind="moment"
              value={form.since}
              today={dayIn(now, zone)}
              time="06:00"
              onChange={form.setSince}
            />
          </Field>
        )}
        {refused?.message && <Notice title={refused.message}>{refused.detail}</Notice>}
      </div>
    </Dialog>
  );
}

/** The caller hands over, or takes over alone, for a reason. */
function WhoHandsOver({ form }: { form: ReturnType<typeof useBegin> }) {
  const { alone, refused } = form;
  return (
    <>
      <RadioCards
        rows
        label="Who hands over"
        value={alone}
        onValueChange={form.setAlone}
        cards={[
          {
            value: 'two',
            title: 'I hand over',
            description: 'I sign first. The next person signs here or on their own device.',
          },
          {
            value: 'alone',
            title: 'I take over, alone',
            description: 'No outgoing person is here to sign. It needs a reason.',
          },
        ]}
      />
      {alone === 'alone' && (
        <Field label="Reason" required error={refused?.errors?.aloneReason}>
          <Input
            value={form.reason}
            maxLength={TEXT_MAX}
            autoComplete="off"
            placeholder="The night shift was called away at 05:40"
            onChange={(event) => {
              form.setReason(event.target.value);
              form.setRefused(null);
            }}
          />
        </Field>
      )}
    </>
  );
}
