import { Hand } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { boundOf } from '../../../shared/due.ts';
import { eachFact, FACT_NAMES, type IssueFact, PURPOSES } from '../../../shared/issue-facts.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { IssueForm } from '../../../shared/key-bunch-forms.ts';
import { TAG_BROKEN } from '../../../shared/key-bunch-words.ts';
import { fullName } from '../../../shared/user-name.ts';
import type { ApiError } from '../../api/call.ts';
import { serverNow } from '../../api/server-clock.ts';
import type { Yes } from '../../approval/SecondPersonBox.tsx';
import { requestOf, SecondPerson, useYes, withYes } from '../../approval/second-person.tsx';
import { type DueChoice, dueToSend, useDueOptions, useOutsiderDue } from '../../custody/due-choices.ts';
import { Reserved } from '../../custody/Reserved.tsx';
import { FormField } from '../../form/FormField.tsx';
import { useMe } from '../../session.tsx';
import { OptionButton } from '../../ui/form/OptionButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useNow } from '../../zone.ts';
import { type BunchDialogProps, useFreshBunch } from '../BunchDialog.tsx';
import { useDuplicateTagWarning } from '../duplicate-warning.tsx';
import { OfficerField } from '../OfficerField.tsx';
import { missingText } from '../StatusBadge.tsx';
import { tagKeyboard } from '../tag-reason.ts';
import { BunchStrip } from './BunchStrip.tsx';
import { CustodyDialog, DueField, setOf, useCustodyAct } from './CustodyDialog.tsx';

const Form = z.extend(IssueForm, { due: z.custom<DueChoice>(), isOver: z.boolean() });
type Values = z.input<typeof Form>;

/** Issue Keys: defaults to the signed-in user; the new tag is only recorded. */
export function IssueDialog(props: BunchDialogProps) {
  const me = useMe();
  const fresh = useFreshBunch(props.id);
  const second = useYes(setOf(fresh.latest));
  const act = useCustodyAct(props, fresh, {
    call: 'issueKeyBunch',
    needs: 'in',
    schema: Form,
    valuesOf: (): Values => ({
      officerName: fullName(me),
      officerUserId: me.id,
      ...eachFact(() => ''),
      holderId: null,
      due: { kind: 'rule' },
      isOver: false,
      newTag: '',
      notes: '',
    }),
    order: ['officerName', ...FACT_NAMES, 'isOver', 'due', 'newTag', 'notes'],
    select: true,
    // Issuing a missing set is confirmed first, then using a tag again.
    async confirm({ newTag }, bunch, question) {
      if (bunch.status === 'missing' && !(await question.ask(aboutMissing(bunch)))) return false;
      return question.confirmTag(newTag, bunch, bunch.currentTag);
    },
    body: ({ due, holderId, isOver, ...fields }) => {
      const dueAt = dueToSend(due, serverNow());
      const body = {
        ...fields,
        ...(holderId && { holderId }),
        ...(dueAt !== undefined && { dueAt }),
        ...(isOver && { overReservation: true }),
      };
      return withYes(body, second.yes, props.id);
    },
    about: ({ identifier, holder }) => `${identifier} to ${holder?.name ?? 'someone'}`,
    undo: true,
    done: 'issued',
  });
  const { refused } = act;

  return (
    <CustodyDialog
      act={act}
      title="Issue Keys"
      footLeft={act.save.base && !refused && <RecipientName />}
      icon={Hand}
      verb="Issue Keys"
      locked={second.why}
      waiting={['strip', 'line', 'line', 'chips', 'lines', 'lines', 'hint', 'lines']}
    >
      {({ status, currentTag }, now) => (
        <>
          {status === 'missing' && !refused && (
            <Notice variant="warning" title={missingText(now)}>
              Issue it only if you have it in your hand.
            </Notice>
          )}
          <BunchStrip
            bunch={now}
            right={refused ? TAG_BROKEN : currentTag ? `Tag ${currentTag}` : 'No tag'}
            under={refused ? 'since the issue' : currentTag ? 'breaks on issue' : 'on these keys'}
          />
          {now.secondPerson && !refused && (
            <IssueYes bunch={now} isSending={act.save.busy} onYes={second.setYes} />
          )}
          <IssueFields bunch={now} refusal={reservedRefusal(act.save.error)} />
        </>
      )}
    </CustodyDialog>
  );
}

const aboutMissing = (bunch: KeyBunchDetail) => ({
  title: `Issue ${bunch.identifier}, a missing set?`,
  text: `${missingText(bunch)}. Issue it only if you have it in your hand: it is then no longer Missing.`,
  confirmLabel: 'Issue missing set',
});

/** The recipient beside the button, as Enter submits a prefilled form. */
function RecipientName() {
  const me = useMe();
  const [name, userId] = useWatch<Values, ['officerName', 'officerUserId']>({
    name: ['officerName', 'officerUserId'],
  });
  const recipient = name?.trim();
  if (!recipient) return null;
  return (
    <p className="wrap-anywhere">
      To {userId === me.id ? <strong className="font-semibold text-fg">yourself</strong> : recipient}
    </p>
  );
}

/** The refusal because of a reservation, which may be another than the one that the set was read with; null for other refusals. */
const reservedRefusal = (error: ApiError | null) =>
  error?.body.code === 'reserved' ? (error.body.message ?? null) : null;

/** Recipient, facts and due time; the new tag is only recorded. */
function IssueFields({ bunch, refusal }: { bunch: KeyBunchDetail; refusal: string | null }) {
  const { setValue, control } = useFormContext<Values>();
  const [newTag, userId = null, holderId = null, due, isOver = false] = useWatch({
    control,
    name: ['newTag', 'officerUserId', 'holderId', 'due', 'isOver'],
  });
  const taken = useDuplicateTagWarning(newTag, bunch, bunch.currentTag);
  const now = useNow();
  const bound = boundOf(bunch.reservation, { id: holderId, userId }, now);
  const sets = [{ type: bunch.type, bound: isOver ? null : bound }];
  const options = useDueOptions(sets);
  useOutsiderDue({
    bunches: sets,
    isOutsider: holderId != null && userId === null,
    due: due ?? { kind: 'rule' },
    onDue: (next) => setValue('due', next),
  });
  return (
    <>
      <OfficerField people placeholder="Who is taking the keys" />
      {FACT_NAMES.map((name) => {
        const FactField = FACT_FIELDS[name];
        return <FactField key={name} />;
      })}
      {(bound || refusal) && (
        <Reserved
          {...{ bound, refusal, isOver }}
          onOver={(next) => setValue('isOver', next, { shouldDirty: true })}
        />
      )}
      {(isOver || bound === null || bound.isOwn || bound.latest > now) && (
        <DueField options={options} bound={isOver ? null : bound} />
      )}
      <FormField
        name="newTag"
        label="New tag"
        hint={taken ?? 'Only if you fit a new seal now.'}
        {...tagKeyboard(bunch.currentTag)}
      />
      <FormField kind="text" name="notes" label="Notes" />
    </>
  );
}

type YesProps = { bunch: KeyBunchDetail; isSending: boolean; onYes: (yes: Yes | null) => void };

/** The second person for this recipient and due time. */
function IssueYes({ bunch, isSending, onYes }: YesProps) {
  const me = useMe();
  const [name = '', userId = null, holderId = null, due, purpose] = useWatch<
    Values,
    ['officerName', 'officerUserId', 'holderId', 'due', 'purpose']
  >({ name: ['officerName', 'officerUserId', 'holderId', 'due', 'purpose'] });
  const officerName = name.trim();
  const dueAt = due && dueToSend(due, serverNow());
  const isOwn = userId === me.id;
  const body = {
    ...(holderId ? { holderId } : { officerName }),
    ...(userId && { officerUserId: userId }),
    ...(purpose && { purpose }),
    ...(dueAt !== undefined && { dueAt }),
    items: [{ keyBunchId: bunch.id }],
  };
  return (
    <SecondPerson
      what={bunch.identifier}
      about={`${bunch.identifier} to ${officerName}`}
      verb="Issue"
      request={officerName && !isOwn ? requestOf([holderId, userId, officerName, due], body) : null}
      missing={isOwn ? 'Another person has to issue it to you.' : 'Enter who takes it.'}
      mayGoWithout
      {...{ isSending, onYes }}
    />
  );
}

const FACT_FIELDS: Record<IssueFact, () => ReactNode> = { purpose: PurposeField };

const USUAL = [...PURPOSES, 'Contractor'];

/** The purpose: typed, or one of the usual ones; a second press clears it. */
function PurposeField() {
  const { setValue } = useFormContext<Values>();
  const typed = useWatch<Values, 'purpose'>({ name: 'purpose' })?.trim();
  const choose = (purpose: string) =>
    setValue('purpose', purpose, { shouldDirty: true, shouldValidate: true });
  return (
    <div className="flex flex-col gap-2">
      <FormField name="purpose" label="Purpose" autoComplete="off" />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend */}
      <div
        role="group"
        aria-label="Common purposes"
        className="grid grid-cols-[auto_auto_auto_auto] gap-2 phone:grid-cols-2"
      >
        {USUAL.map((purpose) => (
          <OptionButton
            key={purpose}
            pressed={typed === purpose}
            onClick={() => choose(typed === purpose ? '' : purpose)}
            className="px-2! phone:h-12!"
          >
            {purpose}
          </OptionButton>
        ))}
      </div>
    </div>
  );
}
