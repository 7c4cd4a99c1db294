import { useRef, useState } from 'react';
import { clockText, dayIn } from '../../shared/clock-text.ts';
import type { Holder } from '../../shared/holder.ts';
import { TEXT_MAX } from '../../shared/limits.ts';
import type { RoomDifference } from '../../shared/room-handover.ts';
import { answerText } from '../../shared/room-handover-text.ts';
import { noLongerDiffers, ROOM_WORD_LABELS, type RoomWord } from '../../shared/room-handover-words.ts';
import { momentOfText } from '../../shared/zone.ts';
import { useAction } from '../api/action.ts';
import { refusalOf, useRefusal } from '../api/refusal.ts';
import { ChoosePerson } from '../form/ChoosePerson.tsx';
import { count } from '../format.ts';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { DateInput, dateShown } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { OptionButton } from '../ui/form/OptionButton.tsx';
import { RadioCards } from '../ui/form/RadioCards.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useChanged } from '../ui/overlay/dialog-state.ts';
import { useNow, useZone } from '../zone.ts';
import { wordsFor } from './handover-text.ts';
import { showReply, useMomentText } from './use-handover.ts';

/** The sets that are asked about, and the word that was pressed. */
export type Answered = { items: readonly RoomDifference[]; word?: RoomWord };
type Props = {
  id: number;
  about: Answered;
  /** What differs now. */
  settle: readonly RoomDifference[];
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
};

const WHAT: Record<RoomWord, string> = {
  look: 'The next shift looks for it. Its status stays as it is.',
  person: 'A person settles it, by a time.',
  missing: 'Recorded in the history at once, as on the set itself.',
};
const HOURS = [1, 4, 12];

/** The sets that still differ without another person's word, and those that settled themselves. */
function stillOpen({ items }: Answered, settle: readonly RoomDifference[]) {
  const now = new Map(settle.map((one) => [one.keyBunchId, one]));
  const isOpen = ({ keyBunchId, answer }: RoomDifference) => {
    const one = now.get(keyBunchId);
    return one !== undefined && (items.length === 1 || answer !== null || one.answer === null);
  };
  return {
    items: items.filter(isOpen).flatMap(({ keyBunchId }) => now.get(keyBunchId) ?? []),
    settled: items.filter(({ keyBunchId }) => !now.has(keyBunchId)),
  };
}

function useAnswer({ id, about, settle, open, onClose }: Omit<Props, 'onClosed'>) {
  const zone = useZone();
  const may = useMay();
  // A closing dialog stays as it was sent.
  const shown = useRef(settle);
  if (open) shown.current = settle;
  const { items, settled } = stillOpen(about, shown.current);
  const words = wordsFor(items, may('key:edit'));
  const first = about.items[0]?.answer;
  const [chosen, setWord] = useState<RoomWord | ''>(about.word ?? '');
  const word = words.find((each) => each === chosen) ?? '';
  const [holder, setHolder] = useState<Holder | null>(null);
  const [until, setUntil] = useState(first?.until ? clockText(Date.parse(first.until), zone) : '');
  const [note, setNote] = useState(first?.note ?? '');
  const [refused, setRefused] = useRefusal();
  const answer = useAction('answerRoomHandover', { quiet: true });
  const moment = momentOfText(until, zone);

  async function submit() {
    if (word === '' || items.length === 0) return;
    setRefused(null);
    if (word === 'person' && moment === null) return setRefused({ errors: { until: 'Enter until when' } });
    const sent = await answer.run({
      params: { id },
      body: {
        // The word that is shown is the one that this one takes the place of.
        items: items.map(({ keyBunchId, answer: was }) => ({ keyBunchId, saidAt: was?.at ?? null })),
        word,
        ...(word === 'person' && {
          holderId: holder?.id ?? null,
          until: new Date(moment ?? 0).toISOString(),
        }),
        note: note.trim(),
      },
    });
    if (sent.ok) {
      showReply(sent.reply);
      return onClose();
    }
    setRefused(refusalOf(sent.error, 'Nothing was recorded.'));
  }
  const dirty = useChanged([chosen, holder, until, note]);
  const values = { word, words, setWord, holder, setHolder, until, setUntil, note, setNote };
  return { ...values, items, settled, refused, submit, dirty, pending: answer.pending };
}
type Form = ReturnType<typeof useAnswer>;

/** What becomes of a set that differs, or the same of several. */
export function AnswerDialog({ id, about, settle, open, onClose, onClosed }: Props) {
  const form = useAnswer({ id, about, settle, open, onClose });
  const [choosing, setChoosing] = useState(false);
  const { word, words, items, refused, pending } = form;
  const [one = about.items[0]] = items;
  const name = items.length <= 1 && one ? one.identifier : count(items.length, 'set');
  const frame = {
    open,
    onOpenChange: (next: boolean) => !next && onClose(),
    onClosed,
    size: 560,
    dirty: form.dirty,
  } as const;
  if (choosing)
    return (
      <Dialog
        {...frame}
        title="Who takes it over?"
        foot={<Button onClick={() => setChoosing(false)}>Back</Button>}
      >
        <ChoosePerson
          label="Who takes it over"
          onPick={(holder) => {
            form.setHolder(holder);
            setChoosing(false);
          }}
        />
      </Dialog>
    );
  return (
    <Dialog
      {...frame}
      title={`What becomes of ${name}?`}
      description={items.length > 1 ? 'The same word for all of them.' : undefined}
      sending={pending}
      onSubmit={form.submit}
      foot={
        <Button
          type="submit"
          variant={word === 'missing' ? 'destructive' : 'primary'}
          pending={pending}
          disabled={word === '' || items.length === 0}
        >
          {word === 'missing' ? `Report ${name} missing` : word === 'look' ? 'Look for it' : 'Record it'}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <Settled form={form} />
        <SaidMeanwhile was={about.items[0]} now={items.length === 1 ? items[0] : undefined} />
        <RadioCards
          rows
          label="What becomes of it"
          value={word}
          onValueChange={(next) => form.setWord(words.find((each) => each === next) ?? '')}
          cards={words.map((each) => ({
            value: each,
            title: ROOM_WORD_LABELS[each],
            description: WHAT[each],
          }))}
        />
        {word === 'person' && <PersonAndTime form={form} onChoose={() => setChoosing(true)} />}
        <Field label="Note" optional error={refused?.errors?.note}>
          <Input
            value={form.note}
            maxLength={TEXT_MAX}
            autoComplete="off"
            placeholder="Called 22:20, no answer"
            onChange={(event) => form.setNote(event.target.value)}
          />
        </Field>
        {refused?.message && form.settled.length === 0 && (
          <Notice title={refused.message}>{refused.detail ?? refused.items?.[0]?.message}</Notice>
        )}
      </div>
    </Dialog>
  );
}

/** Which sets settled themselves while the dialog is open: they get no word. */
function Settled({ form: { settled, items } }: { form: Form }) {
  if (settled.length === 0) return null;
  return (
    <Notice variant="warning" title={noLongerDiffers(settled.map(({ identifier }) => identifier))}>
      {items.length > 0
        ? `The word is for ${items.length === 1 ? items[0]?.identifier : `the other ${items.length}`}.`
        : 'Nothing is left to say.'}
    </Notice>
  );
}

type Said = RoomDifference | undefined;

/** Another person gave the set a word while the dialog is open: it is not replaced unseen. */
function SaidMeanwhile({ was, now }: { was: Said; now: Said }) {
  const moment = useMomentText();
  if (!now?.answer || now.answer.at === was?.answer?.at) return null;
  const { by, note } = now.answer;
  return (
    <Notice variant="warning" title={`${by} said meanwhile: ${answerText(now.answer, null, moment)}`}>
      {note}
    </Notice>
  );
}

function PersonAndTime({ form, onChoose }: { form: Form; onChoose: () => void }) {
  const [now, zone] = [useNow(), useZone()];
  const inHours = (hours: number) =>
    clockText(Math.ceil((now + hours * 3_600_000) / 900_000) * 900_000, zone);
  return (
    <>
      <div className="flex min-h-11 items-center gap-3">
        <p className="min-w-0 flex-1">
          <span className="block text-label font-medium">Who</span>
          <span className="block truncate">{form.holder?.name ?? 'The incoming person'}</span>
        </p>
        {form.holder && <Button onClick={() => form.setHolder(null)}>The incoming person</Button>}
        <Button onClick={onChoose}>{form.holder ? 'Change' : 'Another person'}</Button>
      </div>
      <Field label="Until" required error={form.refused?.errors?.until}>
        <DateInput
          kind="moment"
          value={form.until}
          today={dayIn(now, zone)}
          time="12:00"
          placeholder={dateShown(inHours(HOURS[1] ?? 0))}
          onChange={form.setUntil}
        />
      </Field>
      <div className="-mt-2 flex flex-wrap gap-2">
        {HOURS.map((hours) => {
          const at = inHours(hours);
          return (
            <OptionButton key={hours} pressed={form.until === at} onClick={() => form.setUntil(at)}>
              In {count(hours, 'hour')}
            </OptionButton>
          );
        })}
      </div>
    </>
  );
}
