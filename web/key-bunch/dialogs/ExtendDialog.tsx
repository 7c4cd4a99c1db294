import { CalendarClock } from 'lucide-react';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { optionalText } from '../../../shared/text.ts';
import { serverNow } from '../../api/server-clock.ts';
import type { Yes } from '../../approval/SecondPersonBox.tsx';
import { requestOf, SecondPerson, useYes } from '../../approval/second-person.tsx';
import {
  type DueChoice,
  type DueOption,
  isChosen,
  momentToSend,
  useDueOptions,
} from '../../custody/due-choices.ts';
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
  const [chosen, setChosen] = useState<DueChoice | null>(null);
  const isLater =
    chosen !== null && fresh.latest !== null && isLaterThan(fresh.latest, momentOf(chosen, options));
  const second = useYes([{ secondPerson: isLater && fresh.latest?.secondPerson === true }]);
  const act = useCustodyAct(props, fresh, {
    call: 'changeDue',
    needs: 'out',
    schema: Form,
    valuesOf: (): z.input<typeof Form> => ({ due: usual ? { kind: 'rule' } : SOON, reason: '' }),
    order: ['due', 'reason'],
    focus: null,
    body: ({ due, reason }) => {
      const dueAt = momentToSend(due, options, serverNow());
      const approvalId = second.yes?.approvals.get(props.id);
      return approvalId ? { dueAt: second.yes?.dueAt ?? null, reason, approvalId } : { dueAt, reason };
    },
    about: ({ identifier }) => identifier,
  });
  const { base, form } = act.save;
  const due = form.watch('due') ?? SOON;
  const moment = momentOf(due, options);
  useEffect(() => setChosen(due), [due]);
  return (
    <CustodyDialog
      act={act}
      title={base ? `Extend ${base.identifier}` : 'Extend'}
      description={base && holderLine(base, at, zone)}
      footLeft="Kept in the audit log."
      icon={CalendarClock}
      verb={moment === null ? 'Set no time' : `Extend to ${dayAndClock(moment, at, zone)}`}
      locked={second.why}
      waiting={['lines', 'lines', 'line']}
    >
      {(_, now) => (
        <>
          <ReservedNext bunch={now} />
          <DueField label="New time" options={options} openEndBelow />
          <FormField name="reason" label="Reason" placeholder="Why it takes longer" />
          {isLater && now.secondPerson && (
            <LongerYes
              bunch={now}
              dueAt={momentToSend(due, options, serverNow())}
              due={due}
              isSending={act.save.busy}
              onYes={second.setYes}
            />
          )}
        </>
      )}
    </CustodyDialog>
  );
}

type YesProps = {
  bunch: KeyBunchDetail;
  due: DueChoice;
  dueAt: string | null | undefined;
  isSending: boolean;
  onYes: (yes: Yes | null) => void;
};

/** The second person for a set that stays out longer. */
function LongerYes({ bunch: { id, identifier, holder }, due, dueAt, ...rest }: YesProps) {
  const body = { holderId: holder?.id ?? null, dueAt, items: [{ keyBunchId: id }] };
  return (
    <SecondPerson
      {...rest}
      what={identifier}
      about={`${identifier} stays with ${holder?.name ?? 'its holder'}`}
      verb="Extend"
      request={holder?.id ? requestOf([holder.id, due], body) : null}
      missing="Its holder is not a person of the register."
      scrolls
    />
  );
}

/** When a choice ends, in ms; null for no time. */
const momentOf = (due: DueChoice | null, options: readonly DueOption[]): number | null =>
  due?.kind === 'at' ? due.at : ((due && options.find((one) => isChosen(one, due, options))?.at) ?? null);

/** Whether the set would stay out longer than now; without a due time it may stay out already. */
const isLaterThan = ({ dueAt }: KeyBunchDetail, moment: number | null): boolean =>
  dueAt !== null && (moment === null || moment > Date.parse(dueAt));

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
