import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { KEY_DETAILS_MESSAGES } from '../../../shared/action-messages.ts';
import { api } from '../../../shared/api.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { KeyDetailsForm } from '../../../shared/key-bunch-forms.ts';
import { useAction } from '../../api/action.ts';
import { isKept } from '../../api/kept/forget.ts';
import { NEEDS_YES } from '../../approval/approval-text.ts';
import type { Yes } from '../../approval/SecondPersonBox.tsx';
import { requestOf, SecondPerson } from '../../approval/second-person.tsx';
import { PremisesLinks } from '../../BunchText.tsx';
import { useSaveForm } from '../../form/save-form.ts';
import { useLabels } from '../../labels.ts';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { DiscardQuestion } from '../../ui/overlay/Dialog.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Time } from '../../ui/Time.tsx';
import { BunchDialog, type BunchDialogProps, Pair, SaveChanges, useFreshBunch } from '../BunchDialog.tsx';
import { BunchField, valuesOf } from '../BunchField.tsx';
import { FoundKeys } from '../FoundKeys.tsx';
import { PhotoThumb } from '../photo/PhotoThumb.tsx';
import { LastSeen, StatusBadge } from '../StatusBadge.tsx';
import { EntryStrip } from '../ToSend.tsx';
import { needsReason, reasonField, useTagQuestion } from '../tag-reason.ts';
import { IssuedNotice, MissingNotice, ShortNotice, UndoNotice } from './BunchNotices.tsx';
import { Badges, HistoryLink, useHistoryOffered } from './BunchStrip.tsx';
import { DeleteBunch } from './ConfirmedAction.tsx';
import { KeyDetailsList, LabelBox } from './KeyDetailsParts.tsx';
import { TagBox } from './TagBox.tsx';
import { useTagLink } from './use-tag.ts';

const Form = z.extend(KeyDetailsForm, reasonField);
type Values = z.input<typeof Form>;

/** Field order on the screen. */
const ORDER = [
  'identifier',
  'currentTag',
  'reason',
  'keyCount',
  'fobCount',
  'position',
  'keyDescription',
  'notes',
  'secondPerson',
] as const;

/** The form of Key Details, with the tag linking beside it. */
function useDetails(
  { id, open, onClose }: Pick<BunchDialogProps, 'id' | 'open' | 'onClose'>,
  mayEdit: boolean,
) {
  const update = useAction('updateKeyBunch', { messages: KEY_DETAILS_MESSAGES });
  const fresh = useFreshBunch(id);
  const question = useTagQuestion();
  const [yes, setYes] = useState<Yes | null>(null);
  // The next save is based on the new state; typed values stay.
  const tag = useTagLink(id, (bunch) => save.rebase(bunch));
  const save = useSaveForm({
    source: fresh.latest,
    valuesOf: (bunch): Values => valuesOf(bunch, ORDER),
    schema: Form.check(needsReason(fresh.latest)),
    order: ORDER,
    focus: mayEdit ? 'identifier' : null,
    edits: !tag.filled,
    confirm: ({ currentTag }, bunch) => question.confirmTag(currentTag, bunch),
    async send({ reason, position, secondPerson, ...fields }, changed, base) {
      // A typed serial is linked on save.
      const linked = tag.filled ? await tag.link(tag.serial, base.updatedAt) : null;
      if (linked && (!linked.ok || Object.keys(changed).length === 0)) return linked;
      return update.run({
        params: { id },
        body: {
          ...fields,
          ...('position' in changed && { position }),
          ...('secondPerson' in changed && { secondPerson, approvalId: yes?.approvals.get(id) }),
          ...(reason && { reason }),
        },
        ifMatch: (linked?.reply ?? base).updatedAt,
      });
    },
    onSaved: onClose,
    open,
  });
  const isOff = save.base?.secondPerson === true && save.form.watch('secondPerson') === false;
  const locked = isOff && !yes ? NEEDS_YES : undefined;
  return { fresh, save, tag, question, isOff, locked, setYes };
}

/** Key Details: common fields, NFC tag, lost and found, delete; read-only without key:edit. */
export function KeyDetailsDialog({ id, open, onClose, onClosed, onSwitch }: BunchDialogProps) {
  const may = useMay();
  const phone = useMedia(PHONE);
  const rights = may(api.updateKeyBunch.needs);
  const { fresh, save, tag, question, isOff, locked, setYes } = useDetails({ id, open, onClose }, rights);
  const { now, rebase } = save;
  const kept = save.base !== null && isKept(save.base);
  const mayEdit = rights && !kept;
  const mayDelete = may(api.deleteKeyBunch.needs) && !kept;
  const dirty = save.form.formState.isDirty || tag.filled;
  const history = useHistoryOffered(id) && <HistoryLink id={id} onClick={onClose} />;
  const foot = phone ? history : <span />;

  return (
    <BunchDialog
      fresh={fresh}
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Key Details"
      lead={now?.imageUrl && <PhotoThumb bunch={now} />}
      badge={!phone && now && <Badges bunch={now} />}
      description={<DetailsSubtitle bunch={now} />}
      headRight={
        <>
          {!phone && history}
          {mayEdit && <EditButton dirty={dirty} onEdit={() => onSwitch({ kind: 'edit', id })} />}
        </>
      }
      size={560}
      dirty={dirty}
      onSubmit={mayEdit ? save.submit : undefined}
      waiting={[['line', 'line'], ['line', 'line'], 'line', 'lines']}
      cancelLabel={mayEdit ? 'Cancel' : 'Close'}
      foot={
        mayEdit ? (
          <>
            {phone && history}
            <SaveChanges save={save} locked={locked} />
          </>
        ) : (
          foot
        )
      }
      footLeft={
        mayDelete &&
        (now ? <DeleteBunch bunch={now} onDeleted={onClose} /> : <Skeleton className="h-8 w-36 touch:h-11" />)
      }
    >
      {(bunch) => {
        const latest = now ?? bunch;
        const newest = latest.updatedAt > bunch.updatedAt ? latest : bunch;
        const about = { bunch: latest, onChanged: rebase };
        return (
          <>
            <FoundKeys keyBunchId={id} />
            {kept && <EntryStrip id={id} />}
            {rights && <IssuedNotice {...about} onSwitch={onSwitch} />}
            {rights && <MissingNotice {...about} />}
            {!mayEdit && <KeyDetailsList bunch={latest} />}
            <ShortNotice {...about} />
            <UndoNotice {...about} />
            {mayEdit && (
              <>
                <DetailsFields bunch={bunch} tag={<TagBox bunch={newest} tag={tag} />} />
                <LabelBox bunch={newest} onClose={onClose} />
                <SecondSwitch bunch={bunch} isOff={isOff} isSending={save.busy} onYes={setYes} />
              </>
            )}
            {question.dialog}
          </>
        );
      }}
    </BunchDialog>
  );
}

/** Here it can be switched off, with a second person's yes. */
const SWITCH = { locked: false, hint: 'It leaves only when another person says yes. Returns need none.' };

/** The fields; the NFC tag is last, on a phone below the counts. What a set opens is changed in Edit. */
function DetailsFields({ bunch, tag }: { bunch: KeyBunchDetail; tag: ReactNode }) {
  const phone = useMedia(PHONE);
  return (
    <div className="flex flex-col gap-4">
      <Pair>
        <BunchField name="identifier" bunch={bunch} />
        <BunchField name="currentTag" bunch={bunch} required={false} />
      </Pair>
      <BunchField name="reason" bunch={bunch} />
      <div className="grid grid-cols-4 items-start gap-4 phone:grid-cols-2 phone:gap-x-3 phone:*:last:col-span-2">
        <BunchField name="keyCount" />
        <BunchField name="fobCount" />
        <div className="col-span-2">
          <BunchField name="position" bunch={bunch} />
        </div>
      </div>
      {phone && tag}
      {bunch.premises.length > 0 && (
        <div>
          <p className="mb-1 text-label font-medium">Opens</p>
          <PremisesLinks premises={bunch.premises} />
        </div>
      )}
      <BunchField name="keyDescription" placeholder={undefined} />
      <BunchField name="notes" />
      {!phone && tag}
    </div>
  );
}

type SwitchProps = {
  bunch: KeyBunchDetail;
  /** It is switched off, which needs a yes. */
  isOff: boolean;
  isSending: boolean;
  onYes: (yes: Yes | null) => void;
};

/** Whether the set needs a second person. */
const SecondSwitch = ({ bunch, isOff, ...rest }: SwitchProps) => (
  <>
    <BunchField name="secondPerson" bunch={bunch} {...SWITCH} />
    {isOff && (
      <SecondPerson
        {...rest}
        what={bunch.identifier}
        about={`${bunch.identifier}: switch off the second person`}
        scrolls
        verb="Change"
        request={requestOf(bunch.id, { switchOff: true, items: [{ keyBunchId: bunch.id }] })}
        missing=""
      />
    )}
  </>
);

/** Opens the form with all fields; confirms first when something was typed. */
function EditButton({ dirty, onEdit }: { dirty: boolean; onEdit: () => void }) {
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={Pencil}
        onClick={() => (dirty ? setConfirming(true) : onEdit())}
      >
        Edit all fields
      </Button>
      <DiscardQuestion
        open={confirming}
        onKeep={() => setConfirming(false)}
        onDiscard={() => {
          setConfirming(false);
          onEdit();
        }}
      />
    </>
  );
}

/** The subtitle: set, location, type, last change and last seen; on a phone the status first. */
function DetailsSubtitle({ bunch }: { bunch: KeyBunchDetail | null }) {
  const { label } = useLabels();
  const phone = useMedia(PHONE);
  if (!bunch) return <Skeleton className="my-[3px] h-3.5 w-64 max-w-full" />;
  const locationAndType = `${bunch.location.name} · ${label('keyTypes', bunch.type)}`;
  const seen = bunch.lastSeenAt ? (
    <>
      Last seen <LastSeen bunch={bunch} />
    </>
  ) : (
    'Never seen'
  );
  if (phone) {
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatusBadge status={bunch.status} />
        {locationAndType}
        <span className="basis-full">{seen}</span>
      </span>
    );
  }
  return (
    <>
      {bunch.identifier} · {locationAndType} · Updated <Time at={bunch.lastUpdated} inline />
      <br />
      {seen}
    </>
  );
}
