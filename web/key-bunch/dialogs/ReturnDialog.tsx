import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { type KeyBunchDetail, ReturnForm } from '../../../shared/key-bunch.ts';
import { useAction } from '../../api/action.ts';
import { detailOf } from '../../api/call.ts';
import { useRead } from '../../api/read.ts';
import { useSaveForm } from '../../form/save-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input, Textarea } from '../../ui/form/Input.tsx';
import { linkClass } from '../../ui/look.ts';
import { PHONE, useMedia } from '../../ui/media.ts';
import {
  BunchDialog,
  type BunchDialogProps,
  useFreshBunch,
  WaitingField,
  WaitingStrip,
} from '../BunchDialog.tsx';
import { useDuplicateTagWarning } from '../duplicate-warning.tsx';
import { sinceText } from '../since.tsx';
import { tagKeyboard, useTagQuestion } from '../tag-reason.tsx';
import { BunchStrip } from './BunchStrip.tsx';
import { NotIssued, unknownOutcome, useOfferUndo } from './CustodyRefused.tsx';
import { OfficerField } from './PersonFields.tsx';
import { ReturnCounts, type ReturnValues } from './ReturnCounts.tsx';

const valuesOf = (bunch: KeyBunchDetail): ReturnValues => ({
  officerName: bunch.holder?.name ?? '',
  newTag: '',
  keysCounted: null,
  fobsCounted: null,
  missingNote: '',
  notes: '',
});

/** Whether the holder is a person without an account, and so no officer. */
const isOutsider = ({ holder }: KeyBunchDetail): boolean => holder?.id != null && holder.userId === null;

/** Return Keys: defaults to the holder; the new tag replaces the broken one. */
export function ReturnDialog({ id, open, onClose, onClosed }: BunchDialogProps) {
  const phone = useMedia(PHONE);
  const fresh = useFreshBunch(id);
  const returning = useAction('returnKeyBunch', {
    about: ({ identifier, currentTag }) => `${identifier} under tag ${currentTag}`,
    offer: useOfferUndo(),
    failure: unknownOutcome(fresh.latest, 'returned'),
  });
  const question = useTagQuestion();
  const save = useSaveForm({
    source: fresh.latest,
    valuesOf,
    schema: ReturnForm,
    order: ['officerName', 'newTag', 'keysCounted', 'fobsCounted', 'missingNote', 'notes'],
    focus: 'newTag',
    confirm: ({ newTag }, bunch) => question.mayFit(newTag, bunch, bunch.currentTag),
    // Not counted: complete.
    send: ({ keysCounted, fobsCounted, missingNote, ...fields }) => {
      const counted = typeof keysCounted === 'number' && { keysCounted, fobsCounted, missingNote };
      return returning.run({ params: { id }, body: { ...fields, ...counted } });
    },
    onSaved: onClose,
    open,
  });
  const { now, busy } = save;
  const refused = Boolean(now && now.status !== 'issued') && !busy;

  return (
    <BunchDialog
      fresh={fresh}
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Return Keys"
      waiting={<WaitingReturn />}
      footLeft={
        !refused && (
          <Link to="/desk" search={{ set: String(id) }} className={linkClass} onClick={onClose}>
            Sign at the desk
          </Link>
        )
      }
      foot={
        <Button
          type="submit"
          variant="primary"
          icon={Undo2}
          pending={busy}
          disabled={!save.base}
          disabledReason={refused ? 'Keys are not currently issued' : undefined}
          reasonIn="tooltip"
          block={phone}
        >
          Return Keys
        </Button>
      }
    >
      {(bunch) => (
        <>
          {refused && <NotIssued detail={save.error ? detailOf(save.error.body) : undefined} />}
          <BunchStrip
            bunch={now ?? bunch}
            right={bunch.holder?.name ?? 'Not issued'}
            under={bunch.issuedAt && `Has had it since ${sinceText(bunch.issuedAt)}`}
          />
          <ReturnFields form={save.form} bunch={bunch} />
          {question.dialog}
        </>
      )}
    </BunchDialog>
  );
}

function ReturnFields<O>({
  form,
  bunch,
}: {
  form: UseFormReturn<ReturnValues, unknown, O>;
  bunch: KeyBunchDetail;
}) {
  const { control, register, setValue, formState } = form;
  const { errors } = formState;
  const newTag = useWatch({ control, name: 'newTag' });
  const taken = useDuplicateTagWarning(newTag, bunch, bunch.currentTag);
  return (
    <>
      <Controller
        control={control}
        name="officerName"
        render={({ field }) => (
          <OfficerField
            {...field}
            value={field.value ?? ''}
            label={isOutsider(bunch) ? 'Returned by' : undefined}
            placeholder="Who is handing the keys back"
            error={errors.officerName?.message}
          />
        )}
      />
      <div className="grid grid-cols-2 items-start gap-4 phone:grid-cols-[1.55fr_1fr] phone:gap-x-3">
        <Field
          label="New tag"
          required
          hint={
            taken ??
            (newTag ? undefined : (
              <NextTag
                location={bunch.location}
                onUse={(tag) => setValue('newTag', tag, { shouldDirty: true, shouldValidate: true })}
              />
            ))
          }
          error={errors.newTag?.message}
        >
          <Input {...register('newTag')} {...tagKeyboard(bunch.currentTag)} />
        </Field>
        <Field label="Old tag">
          <Input
            value={bunch.currentTag ?? 'None'}
            disabled
            className={bunch.currentTag ? 'line-through' : undefined}
          />
        </Field>
      </div>
      <ReturnCounts form={form} bunch={bunch} />
      <Field label="Notes" optional error={errors.notes?.message}>
        <Textarea {...register('notes')} placeholder="Condition, missing fobs, anything odd" />
      </Field>
    </>
  );
}

const WaitingReturn = () => (
  <>
    <WaitingStrip />
    <WaitingField />
    <WaitingField />
    <WaitingField lines={2} />
  </>
);

type Props = { location: { id: number; name: string }; onUse: (tag: string) => void };

/** Suggests the location's next seal number; nothing where the last was not a number. */
function NextTag({ location, onUse }: Props) {
  const { data } = useRead('getNextTag', { query: { locationId: String(location.id) } });
  const next = data?.next;
  if (!next) return null;
  return (
    <span>
      Next at {location.name}:{' '}
      <button type="button" className={linkClass} onClick={() => onUse(next)}>
        Use {next}
      </button>
    </span>
  );
}
