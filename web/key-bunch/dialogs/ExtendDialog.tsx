import { CalendarClock } from 'lucide-react';
import * as z from 'zod/mini';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { optionalText } from '../../../shared/text.ts';
import { serverNow } from '../../api/server-clock.ts';
import { type DueChoice, isChosen, momentToSend, useDueOptions } from '../../custody/due-choices.ts';
import { dayAndClock, sinceClock } from '../../custody/due-lines.ts';
import { ReservedNext } from '../../custody/Reserved.tsx';
import { FormField } from '../../form/FormField.tsx';
import { useNow, useZone } from '../../zone.ts';
import { type BunchDialogProps, useFreshBunch } from '../BunchDialog.tsx';
import { CustodyDialog, DueField, useCustodyAct } from './CustodyDialog.tsx';

const Form = z.object({ due: z.custom<DueChoice>(), reason: optionalText() });
const SOON: DueChoice = { kind: 'hours', hours: 4 };

/** Extend: changes the due time of issued keys. */
export function ExtendDialog(props: BunchDialogProps) {
  const fresh = useFreshBunch(props.id);
  const [at, zone] = [useNow(), useZone()];
  const options = useDueOptions(fresh.latest ? [fresh.latest] : [], { extends: true });
  const usual = options.some(({ choice }) => choice.kind === 'rule');
  const act = useCustodyAct(props, fresh, {
    call: 'changeDue',
    needs: 'out',
    schema: Form,
    valuesOf: (): z.input<typeof Form> => ({ due: usual ? { kind: 'rule' } : SOON, reason: '' }),
    order: ['due', 'reason'],
    focus: null,
    body: ({ due, reason }) => ({ dueAt: momentToSend(due, options, serverNow()), reason }),
    about: ({ identifier }) => identifier,
  });
  const { base, form } = act.save;
  const due = form.watch('due') ?? SOON;
  const moment =
    due.kind === 'at' ? due.at : (options.find((one) => isChosen(one, due, options))?.at ?? null);
  return (
    <CustodyDialog
      act={act}
      title={base ? `Extend ${base.identifier}` : 'Extend'}
      description={base && holderLine(base, at, zone)}
      footLeft="Kept in the audit log."
      icon={CalendarClock}
      verb={moment === null ? 'Set no time' : `Extend to ${dayAndClock(moment, at, zone)}`}
      waiting={['lines', 'lines', 'line']}
    >
      {(_, now) => (
        <>
          <ReservedNext bunch={now} />
          <DueField label="New time" options={options} openEndBelow />
          <FormField name="reason" label="Reason" placeholder="Why it takes longer" />
        </>
      )}
    </CustodyDialog>
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
