import type { ReactNode } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { api, type BodyOf } from '../../../shared/api.ts';
import { ALREADY_ISSUED, NOT_ISSUED } from '../../../shared/custody-words.ts';
import { type Bound, isTooLate } from '../../../shared/due.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { detailOf, type Outcome, useAction } from '../../api/action.ts';
import type { ApiError } from '../../api/call.ts';
import { useOfflineSince } from '../../api/connection.ts';
import { DueChips } from '../../custody/DueChips.tsx';
import { type DueOption, dueToSend } from '../../custody/due-choices.ts';
import { boundText } from '../../custody/due-lines.ts';
import { type SaveFormOptions, useSaveForm } from '../../form/save-form.ts';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Icon } from '../../ui/classes.ts';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { DialogProps } from '../../ui/overlay/Dialog.tsx';
import { useNow, useZone } from '../../zone.ts';
import { BunchDialog, type BunchDialogProps, type FreshBunch, type WaitingRow } from '../BunchDialog.tsx';
import { sinceText } from '../StatusBadge.tsx';
import { useTagQuestion } from '../tag-reason.ts';

type CustodyCall = 'issueKeyBunch' | 'returnKeyBunch' | 'handOver' | 'changeDue' | 'moveKeyBunch';

/** An action of custody on one set: its form, its call and the toasts afterwards. */
type CustodyAct<N extends CustodyCall, V extends FieldValues, O extends FieldValues> = Pick<
  SaveFormOptions<KeyBunchDetail, V, O, KeyBunchDetail>,
  'valuesOf' | 'schema' | 'order' | 'focus' | 'select'
> & {
  call: N;
  /** Sends the values by another call instead. */
  send?: ((values: O) => Promise<Outcome<unknown>>) | undefined;
  body: (values: O) => BodyOf<N>;
  /** Where the keys must be: at their location, or issued. Left out where it does not matter. */
  needs?: 'in' | 'out';
  /** A question before sending; false cancels it. */
  confirm?: (
    values: O,
    bunch: KeyBunchDetail,
    question: ReturnType<typeof useTagQuestion>,
  ) => Promise<boolean>;
  /** Under the text of the toast: the set and its holder or tag. */
  about?: (bunch: KeyBunchDetail) => string;
  /** Offers Undo in the toast. */
  undo?: boolean;
  /** Of the toast without a response: "was not issued". */
  done?: 'issued' | 'returned';
  onDone?: (() => void) | undefined;
};

/** The form of an act on the set that `fresh` reads, for CustodyDialog. Closes the dialog once the act is done. */
export function useCustodyAct<N extends CustodyCall, V extends FieldValues, O extends FieldValues>(
  { id, open, onClose, onClosed, onSwitch }: BunchDialogProps,
  fresh: FreshBunch,
  { call, send, body, needs, confirm, about, undo = false, done, onDone, ...form }: CustodyAct<N, V, O>,
) {
  const question = useTagQuestion();
  const undoing = useAction('undoCustody');
  const action = useAction<CustodyCall>(call, {
    ...(about && { about }),
    ...(undo && {
      offer: () => ({ label: 'Undo', run: () => void undoing.run({ params: { id }, body: {} }) }),
    }),
    failure: (error) => done && unknownOutcome(error, fresh.latest, done),
  });
  const save = useSaveForm({
    ...form,
    source: fresh.latest,
    confirm: (values, bunch) => confirm?.(values, bunch, question) ?? true,
    send: (values): Promise<Outcome<unknown>> =>
      send?.(values) ?? action.run({ params: { id }, body: body(values) as BodyOf<CustodyCall> }),
    refusals: refusalsOf,
    onSaved: () => {
      onDone?.();
      onClose();
    },
    open,
  });
  const { now, busy } = save;
  const refused = Boolean(now && needs && (needs === 'out') !== (now.status === 'issued')) && !busy;
  // A move needs the server, the other acts are recorded on this device without signal.
  const worksOffline = call !== 'moveKeyBunch';
  return {
    dialog: { fresh, save, open, onClose, onClosed, worksOffline },
    save,
    question,
    needs,
    refused,
    onSwitch,
  };
}

/** The toast without a response: "not done" if nothing was sent, else "unknown". Undefined for other errors. */
function unknownOutcome({ status, unsent }: ApiError, bunch: KeyBunchDetail | null, done: string) {
  if (status !== 0 || !bunch) return undefined;
  const description = unsent
    ? `No signal. ${bunch.identifier} was not ${done}. Try again when you have one.`
    : `No connection. We don't know if ${bunch.identifier} was ${done}. Try again.`;
  return { title: 'Error', description };
}

/** A refusal's messages by field; the due time's is shown under the chips. */
function refusalsOf({ body: { errors = {} } }: ApiError): Record<string, string> {
  const { dueAt, ...others } = errors;
  return dueAt ? { ...others, due: dueAt } : others;
}

/** The set of a dialog, as its second person is asked about; empty while loading. */
export const setOf = (bunch: KeyBunchDetail | null) => (bunch ? [bunch] : []);

const NEEDS_NETWORK = 'Needs a network.';
const REFUSED = { in: ALREADY_ISSUED, out: NOT_ISSUED };

type Props<N extends CustodyCall, V extends FieldValues, O extends FieldValues> = Pick<
  DialogProps,
  'title' | 'description' | 'footLeft'
> & {
  act: ReturnType<typeof useCustodyAct<N, V, O>>;
  /** Text of the button. */
  verb: string;
  icon?: Icon;
  waiting: readonly WaitingRow[];
  /** Why it can't be sent yet. */
  locked?: string | undefined;
  /** The act's own part, given the set that the form was filled from, and the latest version of it. */
  children: (bunch: KeyBunchDetail, now: KeyBunchDetail) => ReactNode;
};

/** The dialog of an act on one set. A set that was issued or returned meanwhile is refused, with what can be done. */
export function CustodyDialog<N extends CustodyCall, V extends FieldValues, O extends FieldValues>({
  act: { dialog, save, question, needs, refused, onSwitch },
  verb,
  icon,
  locked,
  children,
  ...head
}: Props<N, V, O>) {
  const phone = useMedia(PHONE);
  const isCutOff = useOfflineSince() > 0 && !dialog.worksOffline;
  const why = refused && needs ? REFUSED[needs] : isCutOff ? NEEDS_NETWORK : locked;
  return (
    <BunchDialog
      {...head}
      {...dialog}
      foot={
        <Button
          type="submit"
          variant="primary"
          icon={icon}
          pending={save.busy}
          disabled={!save.base}
          disabledReason={why}
          reasonIn={isCutOff ? 'below' : 'tooltip'}
          block={phone}
          className="max-w-full"
        >
          {verb}
        </Button>
      }
    >
      {(bunch) => (
        <>
          {refused &&
            (needs === 'in' ? (
              <AlreadyIssued
                bunch={save.now ?? bunch}
                onReturn={() => onSwitch({ kind: 'return', id: bunch.id })}
              />
            ) : (
              <Notice variant="warning" title={REFUSED.out}>
                {(save.error && detailOf(save.error.body)) ?? 'There is nothing to return.'}
              </Notice>
            ))}
          {children(bunch, save.now ?? bunch)}
          {question.dialog}
        </>
      )}
    </BunchDialog>
  );
}

/** The current holder of keys that are already out, and a button to return them. */
function AlreadyIssued({ bunch, onReturn }: { bunch: KeyBunchDetail; onReturn: () => void }) {
  const phone = useMedia(PHONE);
  const action = useMay()(api.returnKeyBunch.needs) && (
    <Button size="sm" onClick={onReturn}>
      Return Keys
    </Button>
  );
  return (
    <Notice variant="warning" title={REFUSED.in} action={!phone && action}>
      {bunch.holder?.name ?? 'Someone'} has had them since {sinceText(bunch.issuedAt ?? bunch.lastUpdated)}.
      {phone && action && <div className="mt-2.5">{action}</div>}
    </Notice>
  );
}

type DueFieldProps = {
  label?: string;
  options: readonly DueOption[];
  openEndBelow?: boolean;
  /** The reservation that the due time must keep. */
  bound?: Bound | null;
};

/** When the keys are due back: the form's field `due`. */
export function DueField({ label = 'Due back', bound = null, ...rest }: DueFieldProps) {
  const { field, fieldState } = useController({ name: 'due' });
  const [now, zone] = [useNow(), useZone()];
  const due = dueToSend(field.value ?? { kind: 'rule' }, now);
  const late = bound && due !== undefined && isTooLate(due === null ? null : Date.parse(due), bound);
  return (
    <DueChips
      {...rest}
      label={label}
      value={field.value ?? { kind: 'rule' }}
      onChange={field.onChange}
      error={
        late ? `${boundText(bound, now, zone)}, or issue it over the reservation` : fieldState.error?.message
      }
    />
  );
}
