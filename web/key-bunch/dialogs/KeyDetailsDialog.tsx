import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { KEY_DETAILS_MESSAGES } from '../../../shared/messages.ts';
import { useAction } from '../../api/action.ts';
import { useSaveForm } from '../../form/save-form.ts';
import { useLabels } from '../../labels.ts';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { DiscardQuestion } from '../../ui/overlay/Dialog.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Time } from '../../ui/Time.tsx';
import { BunchDialog, type BunchDialogProps, useFreshBunch, WaitingField } from '../BunchDialog.tsx';
import { FoundKeys } from '../FoundKeys.tsx';
import { PhotoThumb } from '../photo/PhotoThumb.tsx';
import { StatusBadge } from '../StatusBadge.tsx';
import { LastSeen } from '../since.tsx';
import { useTagQuestion } from '../tag-reason.tsx';
import { HistoryLink, useHistoryOffered } from './BunchStrip.tsx';
import { DeleteBunch } from './DeleteBunch.tsx';
import { LabelBox, ShortBox, UndoCustody } from './DetailsBoxes.tsx';
import { DETAILS_FIELDS, DetailsFields, DetailsList, formOf, valuesOf } from './DetailsFields.tsx';
import { LostAndFound } from './LostAndFound.tsx';
import { TagBox } from './TagBox.tsx';
import { useTagLink } from './use-tag.ts';

/** The form of Key Details, with the tag linking beside it. */
function useDetails(
  { id, open, onClose }: Pick<BunchDialogProps, 'id' | 'open' | 'onClose'>,
  mayEdit: boolean,
) {
  const update = useAction('updateKeyBunch', { messages: KEY_DETAILS_MESSAGES });
  const fresh = useFreshBunch(id);
  const question = useTagQuestion();
  // The next save is based on the new state; typed values stay.
  const tag = useTagLink(id, (bunch) => save.rebase(bunch));
  const save = useSaveForm({
    source: fresh.latest,
    valuesOf,
    schema: formOf(fresh.latest),
    order: DETAILS_FIELDS,
    focus: mayEdit ? 'identifier' : null,
    edits: !tag.filled,
    confirm: ({ currentTag }, bunch) => question.mayFit(currentTag, bunch),
    async send({ reason, position, ...fields }, changed, base) {
      // A typed serial is linked on save.
      const linked = tag.filled ? await tag.link(tag.serial) : null;
      if (linked && (!linked.ok || Object.keys(changed).length === 0)) return linked;
      return update.run({
        params: { id },
        body: { ...fields, ...('position' in changed && { position }), ...(reason && { reason }) },
        ifMatch: (linked?.reply ?? base).updatedAt,
      });
    },
    onSaved: onClose,
    open,
  });
  return { fresh, save, tag, question };
}

/** Key Details: common fields, NFC tag, lost and found, delete; read-only without key:edit. */
export function KeyDetailsDialog({ id, open, onClose, onClosed, onSwitch }: BunchDialogProps) {
  const may = useMay();
  const phone = useMedia(PHONE);
  const mayEdit = may(api.updateKeyBunch.needs);
  const { fresh, save, tag, question } = useDetails({ id, open, onClose }, mayEdit);
  const { now, busy } = save;
  const dirty = save.form.formState.isDirty || tag.filled;

  const history = useHistoryOffered(id) && <HistoryLink id={id} onClick={onClose} />;
  const saveButton = mayEdit && (
    <Button type="submit" variant="primary" pending={busy} disabled={!save.base}>
      Save changes
    </Button>
  );
  const foot = phone
    ? (history || mayEdit) && (
        <>
          {history}
          {saveButton}
        </>
      )
    : saveButton || <span />;

  return (
    <BunchDialog
      fresh={fresh}
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Key Details"
      lead={now?.imageUrl && <PhotoThumb bunch={now} />}
      badge={!phone && now && <StatusBadge status={now.status} />}
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
      waiting={<WaitingDetails />}
      cancelLabel={mayEdit ? 'Cancel' : 'Close'}
      foot={foot}
      footLeft={may(api.deleteKeyBunch.needs) && <DeleteOffered bunch={now} onDeleted={onClose} />}
    >
      {(bunch) => (
        <>
          {mayEdit ? (
            <Editable bunch={bunch} save={save} tag={tag} onSwitch={onSwitch} onClose={onClose} />
          ) : (
            <>
              <FoundKeys keyBunchId={bunch.id} />
              <DetailsList bunch={now ?? bunch} />
              <ShortBox bunch={now ?? bunch} onChanged={save.rebase} />
              <UndoCustody bunch={now ?? bunch} onChanged={save.rebase} />
            </>
          )}
          {question.dialog}
        </>
      )}
    </BunchDialog>
  );
}

type EditableProps = { bunch: KeyBunchDetail } & Pick<BunchDialogProps, 'onSwitch' | 'onClose'> &
  Pick<ReturnType<typeof useDetails>, 'save' | 'tag'>;

function Editable({ bunch, save: { form, now, rebase }, tag, onSwitch, onClose }: EditableProps) {
  const newest = now && now.updatedAt > bunch.updatedAt ? now : bunch;
  return (
    <>
      <FoundKeys keyBunchId={bunch.id} />
      {now && <LostAndFound bunch={now} onChanged={rebase} onSwitch={onSwitch} />}
      {now && <ShortBox bunch={now} onChanged={rebase} />}
      {now && <UndoCustody bunch={now} onChanged={rebase} />}
      <DetailsFields form={form} bunch={bunch} tag={<TagBox bunch={newest} tag={tag} />} />
      <LabelBox bunch={newest} onClose={onClose} />
    </>
  );
}

const DeleteOffered = ({ bunch, onDeleted }: { bunch: KeyBunchDetail | null; onDeleted: () => void }) =>
  bunch ? <DeleteBunch bunch={bunch} onDeleted={onDeleted} /> : <Skeleton className="h-8 w-36 touch:h-11" />;

const WaitingDetails = () => (
  <>
    <div className="grid grid-cols-2 gap-4 phone:gap-x-3">
      <WaitingField />
      <WaitingField />
      <WaitingField />
      <WaitingField />
    </div>
    <WaitingField />
    <WaitingField lines={2} />
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
  const place = `${bunch.location.name} · ${label('keyTypes', bunch.type)}`;
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
        {place}
        <span className="basis-full">{seen}</span>
      </span>
    );
  }
  return (
    <>
      {bunch.identifier} · {place} · Updated <Time at={bunch.lastUpdated} inline />
      <br />
      {seen}
    </>
  );
}
