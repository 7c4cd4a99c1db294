import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import type { Holder } from '../../shared/holder.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { TEXT_MAX } from '../../shared/limits.ts';
import { useAction } from '../api/action.ts';
import { useOfflineSince } from '../api/connection.ts';
import { serverNow } from '../api/server-clock.ts';
import { SecondPersonOfSets, useYes } from '../approval/second-person.tsx';
import { DueChips } from '../custody/DueChips.tsx';
import { type DueChoice, type DueOption, momentToSend, useDueOptions } from '../custody/due-choices.ts';
import { ChoosePerson, ChosenPerson } from '../form/ChoosePerson.tsx';
import { count } from '../format.ts';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { linkClass } from '../ui/classes.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { failure } from './MineCard.tsx';

type Props = {
  bunches: readonly KeyBunch[];
  /** The user's own record among the people. */
  me: number | undefined;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
};

const NO_ASKING = 'Asking needs a network. Hand over at the desk without a yes.';
const NO_ACCOUNT = 'They have no account to say yes with. Hand over at the desk.';

/** To whom the sets go, on which terms, and how that is sent. */
function useGive({ bunches, onClose }: Pick<Props, 'bunches' | 'onClose'>) {
  const may = useMay();
  const offline = useOfflineSince() > 0;
  const [to, setTo] = useState<Holder | null>(null);
  const [notes, setNotes] = useState('');
  const options = useDueOptions(bunches);
  // Null keeps the due time of each set, unless one has passed.
  const late = bunches.some(({ dueAt }) => dueAt && Date.parse(dueAt) < serverNow());
  const [due, setDue] = useState<DueChoice | null>(late ? { kind: 'rule' } : null);
  const ask = useAction('askHandover', { failure });
  const give = useAction('issueBatch', {
    failure,
    messages: { done: { title: 'Keys handed over successfully' }, failed: 'Failed to hand over keys' },
  });
  const asks = to?.userId != null;
  const what = bunches.length === 1 ? (bunches[0]?.identifier ?? '') : count(bunches.length, 'set');
  const shownDue = asks ? due : (due ?? { kind: 'rule' });
  // Who is asked asks the second person when they say yes.
  const second = useYes(asks ? [] : bunches);

  const mayGive = asks || may(api.issueBatch.needs);
  const why = asks && offline ? NO_ASKING : mayGive ? second.why : NO_ACCOUNT;

  async function submit() {
    if (!to) return;
    const at = shownDue ? { dueAt: momentToSend(shownDue, options, serverNow()) } : {};
    const body = { holderId: to.id, ...at, notes: notes.trim() };
    const sent = asks
      ? await ask.run({ body: { ...body, items: bunches.map(({ id }) => ({ keyBunchId: id })) } })
      : await give.run({
          body: {
            ...body,
            ...(second.yes?.emergencyReason && { emergencyReason: second.yes.emergencyReason }),
            items: bunches.map(({ id, holder }) => ({
              keyBunchId: id,
              fromHolderId: holder?.id ?? 0,
              approvalId: second.yes?.approvals.get(id),
            })),
          },
        });
    if (sent.ok) onClose();
  }
  return {
    ...{ to, setTo, notes, setNotes, options, due: shownDue, setDue, asks, what, why, submit },
    setYes: second.setYes,
    pending: ask.pending || give.pending,
  };
}

/**
 * Hands the user's sets to another person. One with an account is asked and says yes on their own device; others take them at once, for users
 * who may issue keys.
 */
export function GiveDialog({ bunches, me, open, onClose, onClosed }: Props) {
  const phone = useMedia(PHONE);
  const give = useGive({ bunches, onClose });
  const { to, asks, due, options, pending } = give;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={`Hand over ${give.what}`}
      description={
        bunches.length > 1 ? bunches.map(({ identifier }) => identifier).join(', ') : 'The tag stays broken.'
      }
      dirty={give.notes.trim() !== ''}
      sending={pending}
      onSubmit={give.submit}
      foot={
        to && (
          <Button
            type="submit"
            variant="primary"
            icon={ArrowLeftRight}
            block={phone}
            pending={pending}
            disabledReason={give.why}
            className="max-w-full [&>span]:min-w-0 [&>span>span]:truncate"
          >
            {asks ? `Ask ${to.name}` : `Hand over to ${to.name}`}
          </Button>
        )
      }
    >
      {to ? (
        <>
          <Terms
            to={to}
            onChange={() => give.setTo(null)}
            {...{ options, due, onDue: give.setDue, notes: give.notes, onNotes: give.setNotes }}
          />
          {asks && <AskedLater to={to} bunches={bunches} />}
          {!asks && (
            <SecondPersonOfSets
              sets={bunches}
              about={`${give.what} to ${to.name}`}
              verb="Hand over"
              holderId={to.id}
              dueAt={due ? momentToSend(due, options, serverNow()) : undefined}
              due={due}
              mayGoWithout
              isSending={pending}
              onYes={give.setYes}
            />
          )}
        </>
      ) : (
        <ChoosePerson label="Who takes them" except={me} onPick={give.setTo} />
      )}
    </Dialog>
  );
}

/** Said of sets that need a second person: who is asked asks one. */
function AskedLater({ to, bunches }: { to: Holder; bunches: readonly KeyBunch[] }) {
  if (!bunches.some(({ secondPerson }) => secondPerson)) return null;
  return (
    <p className="mt-4 text-label text-pretty text-muted">
      {bunches.length === 1 ? 'It needs' : 'Some need'} a second person: {to.name} asks one when they say yes.
    </p>
  );
}

type TermsProps = {
  to: Holder;
  onChange: () => void;
  options: readonly DueOption[];
  due: DueChoice | null;
  onDue: (due: DueChoice) => void;
  notes: string;
  onNotes: (notes: string) => void;
};

/** To whom, until when, and a note; without `due` the due times stay. */
function Terms({ to, onChange, options, due, onDue, notes, onNotes }: TermsProps) {
  return (
    <div className="flex flex-col gap-5">
      <ChosenPerson to={to} onChange={onChange}>
        {to.userId === null
          ? 'They have no account: it is recorded immediately, as not confirmed. The desk can take a signature.'
          : 'They say yes on their own phone. Until then you have the keys.'}
      </ChosenPerson>
      {due ? (
        <DueChips label="Due back" options={options} value={due} onChange={onDue} />
      ) : (
        <p className="flex items-baseline justify-between gap-3 text-body">
          The due time stays.
          <button type="button" className={linkClass} onClick={() => onDue({ kind: 'rule' })}>
            Change
          </button>
        </p>
      )}
      <Field label="Notes">
        <Input
          value={notes}
          maxLength={TEXT_MAX}
          autoComplete="off"
          placeholder="Where and why, if it matters"
          onChange={(event) => onNotes(event.target.value)}
        />
      </Field>
    </div>
  );
}
