import { Hand } from 'lucide-react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { eachFact, FACT_NAMES } from '../../../shared/issue-facts.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { TAG_BROKEN } from '../../../shared/key-bunch-words.ts';
import type { User } from '../../../shared/user.ts';
import { fullName } from '../../../shared/user-name.ts';
import { useAction } from '../../api/action.ts';
import { serverNow } from '../../api/server-clock.ts';
import { dueToSend } from '../../custody/due-choices.ts';
import { useSaveForm } from '../../form/save-form.ts';
import { useMe } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Notice } from '../../ui/Notice.tsx';
import { BunchDialog, type BunchDialogProps, useFreshBunch } from '../BunchDialog.tsx';
import { missingText } from '../since.tsx';
import { useTagQuestion } from '../tag-reason.tsx';
import { BunchStrip } from './BunchStrip.tsx';
import { AlreadyIssued, dueRefusals, unknownOutcome, useOfferUndo } from './CustodyRefused.tsx';
import { IssueDialogForm, IssueFields, type IssueValues, WaitingIssue } from './IssueFields.tsx';

const valuesFor = (me: User) => (): IssueValues => ({
  officerName: fullName(me),
  officerUserId: me.id,
  ...eachFact(() => ''),
  holderId: null,
  due: { kind: 'rule' },
  newTag: '',
  notes: '',
});

/** The form; confirms before issuing a missing set or using a tag again. */
function useIssue({ id, open, onClose }: Pick<BunchDialogProps, 'id' | 'open' | 'onClose'>) {
  const me = useMe();
  const fresh = useFreshBunch(id);
  const issue = useAction('issueKeyBunch', {
    about: ({ identifier, holder }) => `${identifier} to ${holder?.name ?? 'someone'}`,
    offer: useOfferUndo(),
    failure: unknownOutcome(fresh.latest, 'issued'),
  });
  const question = useTagQuestion();
  const save = useSaveForm({
    source: fresh.latest,
    valuesOf: valuesFor(me),
    schema: IssueDialogForm,
    order: ['officerName', ...FACT_NAMES, 'due', 'newTag', 'notes'],
    select: true,
    async confirm({ newTag }, bunch) {
      if (bunch.status === 'missing' && !(await question.ask(aboutMissing(bunch)))) return false;
      return question.mayFit(newTag, bunch, bunch.currentTag);
    },
    send: ({ due, holderId, ...fields }) => {
      const body = { ...fields, ...(holderId && { holderId }) };
      const dueAt = dueToSend(due, serverNow());
      return issue.run({ params: { id }, body: { ...body, ...(dueAt !== undefined && { dueAt }) } });
    },
    refusals: dueRefusals,
    onSaved: onClose,
    open,
  });
  return { fresh, save, question };
}

const aboutMissing = (bunch: KeyBunchDetail) => ({
  title: `Issue ${bunch.identifier}, a missing set?`,
  text: `${missingText(bunch)}. Issue it only if you have it in your hand: it is then no longer Missing.`,
  confirmLabel: 'Issue missing set',
});

/** Issue Keys: defaults to the signed-in user; the new tag is only recorded. */
export function IssueDialog({ id, open, onClose, onClosed, onSwitch }: BunchDialogProps) {
  const phone = useMedia(PHONE);
  const { fresh, save, question } = useIssue({ id, open, onClose });
  const { now, busy } = save;
  const refused = now?.status === 'issued' && !busy;

  return (
    <BunchDialog
      fresh={fresh}
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Issue Keys"
      waiting={<WaitingIssue />}
      footLeft={save.base && !refused && <Taker form={save.form} />}
      foot={
        <Button
          type="submit"
          variant="primary"
          icon={Hand}
          pending={busy}
          disabled={!save.base}
          disabledReason={refused ? 'Keys are already issued' : undefined}
          reasonIn="tooltip"
          block={phone}
        >
          Issue Keys
        </Button>
      }
    >
      {(bunch) => (
        <>
          {refused && now && <AlreadyIssued bunch={now} onReturn={() => onSwitch({ kind: 'return', id })} />}
          {bunch.status === 'missing' && !refused && (
            <Notice variant="warning" title={missingText(bunch)}>
              Issue it only if you have it in your hand.
            </Notice>
          )}
          <IssueStrip bunch={now ?? bunch} tag={bunch.currentTag} refused={refused} />
          <IssueFields form={save.form} bunch={now ?? bunch} />
          {question.dialog}
        </>
      )}
    </BunchDialog>
  );
}

function IssueStrip({
  bunch,
  tag,
  refused,
}: {
  bunch: KeyBunchDetail;
  tag: string | null;
  refused: boolean;
}) {
  return (
    <BunchStrip
      bunch={bunch}
      right={refused ? TAG_BROKEN : tag ? `Tag ${tag}` : 'No tag'}
      under={refused ? 'since the issue' : tag ? 'breaks on issue' : 'on these keys'}
    />
  );
}

/** The recipient beside the button, as Enter submits a prefilled form. */
function Taker<O>({ form }: { form: UseFormReturn<IssueValues, unknown, O> }) {
  const me = useMe();
  const [name, userId] = useWatch({ control: form.control, name: ['officerName', 'officerUserId'] });
  const recipient = (name ?? '').trim();
  if (!recipient) return null;
  return (
    <p className="wrap-anywhere">
      To {userId === me.id ? <strong className="font-semibold text-fg">yourself</strong> : recipient}
    </p>
  );
}
