import { CalendarClock } from 'lucide-react';
import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { optionalText } from '../../../shared/text.ts';
import { useAction } from '../../api/action.ts';
import { serverNow } from '../../api/server-clock.ts';
import { DueChips } from '../../custody/DueChips.tsx';
import { type DueChoice, isChosen, momentToSend, useDueOptions } from '../../custody/due-choices.ts';
import { useNow, useZone } from '../../custody/zone.ts';
import { dayAndClock, sinceClock } from '../../due-text.ts';
import { useSaveForm } from '../../form/save-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { BunchDialog, type BunchDialogProps, useFreshBunch, WaitingField } from '../BunchDialog.tsx';
import { dueRefusals, NotIssued } from './CustodyRefused.tsx';

const Form = z.object({ due: z.custom<DueChoice>(), reason: optionalText() });
const SOON: DueChoice = { kind: 'hours', hours: 4 };

/** Extend: changes the due time of issued keys. */
export function ExtendDialog({ id, open, onClose, onClosed }: BunchDialogProps) {
  const phone = useMedia(PHONE);
  const fresh = useFreshBunch(id);
  const [at, zone] = [useNow(), useZone()];
  const options = useDueOptions(fresh.latest ? [fresh.latest] : [], { extends: true });
  const usual = options.some(({ choice }) => choice.kind === 'rule');
  const change = useAction('changeDue', { about: ({ identifier }) => identifier });
  const save = useSaveForm({
    source: fresh.latest,
    valuesOf: (): z.input<typeof Form> => ({ due: usual ? { kind: 'rule' } : SOON, reason: '' }),
    schema: Form,
    order: ['due', 'reason'],
    focus: null,
    send: ({ due, reason }) =>
      change.run({ params: { id }, body: { dueAt: momentToSend(due, options, serverNow()), reason } }),
    refusals: dueRefusals,
    onSaved: onClose,
    open,
  });
  const { base, now, busy, form } = save;
  const refused = Boolean(now && now.status !== 'issued') && !busy;
  const due = form.watch('due') ?? SOON;
  const moment =
    due.kind === 'at' ? due.at : (options.find((one) => isChosen(one, due, options))?.at ?? null);
  return (
    <BunchDialog
      fresh={fresh}
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={base ? `Extend ${base.identifier}` : 'Extend'}
      description={base && holderLine(base, at, zone)}
      waiting={<Waiting />}
      footLeft="Kept in the audit log."
      foot={
        <Button
          type="submit"
          variant="primary"
          icon={CalendarClock}
          pending={busy}
          disabled={!base}
          disabledReason={refused ? 'Keys are not currently issued' : undefined}
          reasonIn="tooltip"
          block={phone}
        >
          {moment === null ? 'Set no time' : `Extend to ${dayAndClock(moment, at, zone)}`}
        </Button>
      }
    >
      {() => (
        <>
          {refused && <NotIssued detail={undefined} />}
          <Controller
            control={form.control}
            name="due"
            render={({ field, fieldState }) => (
              <DueChips
                label="New time"
                options={options}
                value={field.value ?? SOON}
                onChange={field.onChange}
                error={fieldState.error?.message}
                openEndBelow
              />
            )}
          />
          <Field label="Reason" optional error={form.formState.errors.reason?.message}>
            <Input {...form.register('reason')} placeholder="Why it takes longer" />
          </Field>
        </>
      )}
    </BunchDialog>
  );
}

/** "Owen Hartley has had it since 15:49. It was due at 22:00." */
function holderLine({ holder, issuedAt, dueAt }: KeyBunchDetail, now: number, zone: string): string {
  const since = issuedAt && ` since ${sinceClock(Date.parse(issuedAt), now, zone)}`;
  return `${holder?.name ?? 'Someone'} has had it${since ?? ''}. ${whenDue(dueAt, now, zone)}`;
}

/** Today's time follows "at"; another day's begins with its weekday or date. */
function whenDue(dueAt: string | null, now: number, zone: string): string {
  if (!dueAt) return 'It has no due time.';
  const due = Date.parse(dueAt);
  const clock = sinceClock(due, now, zone);
  return `It ${due < now ? 'was due' : 'is due back'} ${/^\d\d:/.test(clock) ? `at ${clock}` : clock}.`;
}

const Waiting = () => (
  <>
    <WaitingField lines={2} />
    <WaitingField lines={2} />
    <WaitingField />
  </>
);
