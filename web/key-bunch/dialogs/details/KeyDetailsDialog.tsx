import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { api } from '../../../../shared/api.ts';
import { KeyDetailsForm, type OneKeyBunch } from '../../../../shared/key-bunch.ts';
import { KEY_DETAILS_MESSAGES } from '../../../../shared/messages.ts';
import { useAction } from '../../../api.ts';
import { useMay } from '../../../session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { PHONE, useMedia } from '../../../ui/media.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { PhotoThumb } from '../../photo/PhotoThumb.tsx';
import { StatusBadge } from '../../StatusBadge.tsx';
import { BunchDialog, WaitingField } from '../BunchDialog.tsx';
import { LostAndFound } from '../custody/LostAndFound.tsx';
import { HistoryLink, useHistoryOffered } from '../HistoryLink.tsx';
import type { BunchDialogProps } from '../KeyBunchDialogs.tsx';
import {
  KEEP_TYPED,
  useFirstField,
  useLastAction,
  useOpenedBunch,
  useRefusedFields,
} from '../opened-bunch.ts';
import { StaleNotice } from '../StaleNotice.tsx';
import { DeleteBunch } from './DeleteBunch.tsx';
import { DetailsFields } from './DetailsFields.tsx';
import { DetailsList } from './DetailsList.tsx';
import { DetailsSubtitle } from './DetailsSubtitle.tsx';
import { EditButton } from './EditButton.tsx';
import { TagBox } from './TagBox.tsx';
import { useTagLink } from './use-tag-link.ts';

export type DetailsValues = z.input<typeof KeyDetailsForm>;

const valuesOf = (bunch: OneKeyBunch): DetailsValues => ({
  identifier: bunch.identifier,
  currentTag: bunch.currentTag ?? '',
  keyCount: bunch.keyCount,
  fobCount: bunch.fobCount,
  keyDescription: bunch.keyDescription ?? '',
  notes: bunch.notes ?? '',
});

/** Key Details (SPEC 2.9): the everyday fields, the NFC tag, reporting lost and found, deleting; to read only without key:edit. */
export function KeyDetailsDialog({ id, open, onClose, onSwitch }: BunchDialogProps) {
  const may = useMay();
  const phone = useMedia(PHONE);
  const mayEdit = may(api.updateKeyBunch.needs);
  const save = useAction('updateKeyBunch', { messages: KEY_DETAILS_MESSAGES });
  const { busy, run } = useLastAction(save.run);
  const opened = useOpenedBunch(id, busy || !open);
  const { base, now } = opened;
  const form = useForm<DetailsValues, unknown, z.output<typeof KeyDetailsForm>>({
    resolver: zodResolver(KeyDetailsForm),
    ...(base && { values: valuesOf(base) }),
    resetOptions: KEEP_TYPED,
  });
  // The new state counts for what is saved next; what was typed stays.
  const tag = useTagLink(id, opened.rebase);
  const isDirty = form.formState.isDirty || tag.filled;
  useRefusedFields(form.setError, save.error);
  useFirstField(base !== null && mayEdit, form.setFocus, 'identifier');

  const submit = form.handleSubmit(async (body) => {
    if (!base) return;
    // A serial that was typed and not linked yet is meant to be.
    const linked = tag.filled ? await tag.link(tag.serial) : base;
    if (linked && (await run({ params: { id }, body, ifMatch: linked.updatedAt }))) onClose();
  });

  const history = useHistoryOffered(id) && <HistoryLink id={id} onClick={onClose} />;
  const saveButton = mayEdit && (
    <Button type="submit" variant="primary" pending={busy} disabled={!base}>
      Save changes
    </Button>
  );

  return (
    <BunchDialog
      opened={opened}
      open={open}
      onClose={onClose}
      title="Key Details"
      lead={now?.imageUrl && <PhotoThumb bunch={now} />}
      badge={!phone && now && <StatusBadge status={now.status} />}
      description={<DetailsSubtitle bunch={now} />}
      headRight={
        <>
          {!phone && history}
          {mayEdit && <EditButton dirty={isDirty} onEdit={() => onSwitch({ kind: 'edit', id })} />}
        </>
      }
      size={560}
      dirty={isDirty}
      onSubmit={mayEdit ? submit : undefined}
      waiting={<WaitingDetails />}
      cancelLabel={mayEdit ? 'Cancel' : 'Close'}
      foot={
        phone
          ? (history || mayEdit) && (
              <>
                {history}
                {saveButton}
              </>
            )
          : saveButton || <span />
      }
      footLeft={
        may(api.deleteKeyBunch.needs) &&
        (now ? <DeleteBunch bunch={now} onDeleted={onClose} /> : <Skeleton className="h-8 w-36 touch:h-11" />)
      }
    >
      {(bunch) => (
        <div className="flex flex-col gap-4">
          <StaleNotice opened={opened} error={save.error} />
          {now && mayEdit && <LostAndFound bunch={now} onChanged={opened.rebase} />}
          {mayEdit ? (
            <DetailsFields
              form={form}
              bunch={bunch}
              tag={<TagBox bunch={now && now.updatedAt > bunch.updatedAt ? now : bunch} tag={tag} />}
            />
          ) : (
            <DetailsList bunch={now ?? bunch} />
          )}
        </div>
      )}
    </BunchDialog>
  );
}

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
