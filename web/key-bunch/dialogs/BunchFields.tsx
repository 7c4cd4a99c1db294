import { Link } from '@tanstack/react-router';
import { type Control, Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { spokenCode } from '../../../shared/label-code.ts';
import { useRead } from '../../api/read.ts';
import { useLabels } from '../../labels.ts';
import { locationIcon } from '../../location/LocationIcon.tsx';
import { useMay } from '../../session.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input, Textarea } from '../../ui/form/Input.tsx';
import { NumberInput, WHOLE } from '../../ui/form/NumberInput.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { linkClass } from '../../ui/look.ts';
import { Pair, WaitingField } from '../BunchDialog.tsx';
import { useDuplicateIdentifierWarning } from '../duplicate-warning.tsx';
import { CameraButton } from '../ScanButtons.tsx';
import { ReasonField, TagField, tagChanges } from '../tag-reason.tsx';
import { PositionField, SerialField, StatusField } from './BunchInputs.tsx';
import type { BunchValues } from './bunch-values.ts';
import { PremisesField } from './PremisesField.tsx';

/** A textarea that starts as high as an input. */
export const ONE_LINE = 'min-h-9! py-[7px]! touch:min-h-11! touch:py-[9px]! phone:min-h-12! phone:py-[11px]!';

const NEEDS_MOVE = 'To change this you need the permission Key: Move.';

/** The fields of a bunch, new or edited (`bunch`). */
export function BunchFields<O>({
  form,
  bunch,
}: {
  form: UseFormReturn<BunchValues, unknown, O>;
  bunch?: KeyBunchDetail;
}) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const [identifier, currentTag, status, position, locationId] = useWatch({
    control,
    name: ['identifier', 'currentTag', 'status', 'position', 'locationId'],
  });
  const sameIdentifier = useDuplicateIdentifierWarning(identifier, bunch);
  const fixed = useMay()('key:move') || !bunch ? undefined : NEEDS_MOVE;
  const issued = bunch?.status === 'issued';

  return (
    <div className="flex flex-col gap-4">
      <Pair>
        <Field label="Identifier" required hint={sameIdentifier} error={errors.identifier?.message}>
          <Input {...register('identifier')} spellCheck={false} autoComplete="off" />
        </Field>
        <TagField
          {...register('currentTag')}
          bunch={bunch}
          typed={currentTag}
          required={!bunch || bunch.currentTag !== null || status === 'active'}
          error={errors.currentTag?.message}
        />
      </Pair>
      {!issued && tagChanges(currentTag, bunch) && (
        <ReasonField {...register('reason')} error={errors.reason?.message} />
      )}
      <div className="grid grid-cols-2 items-start gap-4 phone:grid-cols-1">
        <TypeField control={control} bunch={bunch} fixed={fixed} error={errors.type?.message} />
        <LocationField control={control} hint={fixed} error={errors.locationId?.message} />
      </div>
      <Controller
        control={control}
        name="premisesIds"
        render={({ field }) => (
          <PremisesField
            value={field.value ?? []}
            onChange={field.onChange}
            stored={bunch?.premises ?? []}
            error={errors.premisesIds?.message}
          />
        )}
      />
      <Field label="Description" optional error={errors.keyDescription?.message}>
        <Textarea
          {...register('keyDescription')}
          rows={1}
          className={ONE_LINE}
          placeholder="What the keys open"
        />
      </Field>
      <StatusField control={control} bunch={bunch} error={errors.status?.message} />
      <Pair>
        <Field label="Keys" error={errors.keyCount?.message}>
          <NumberInput {...register('keyCount', WHOLE)} min={1} />
        </Field>
        <Field label="Fobs" error={errors.fobCount?.message}>
          <NumberInput {...register('fobCount', WHOLE)} min={0} />
        </Field>
      </Pair>
      <PositionField
        {...register('position')}
        bunch={bunch}
        typed={position}
        locationId={Number(locationId) || 0}
        error={errors.position?.message}
      />
      <SerialField form={form} error={errors.nfcSerial?.message} />
      <LabelField form={form} error={errors.labelCode?.message} />
      <Field label="Notes" optional error={errors.notes?.message}>
        <Textarea {...register('notes')} />
      </Field>
    </div>
  );
}

type TypeFieldProps<O> = {
  control: Control<BunchValues, unknown, O>;
  bunch: KeyBunchDetail | undefined;
  /** Why the type can't be changed. */
  fixed: string | undefined;
  error: string | undefined;
};

/** The bunch's type: a configured one, or its current one. */
function TypeField<O>({ control, bunch, fixed, error }: TypeFieldProps<O>) {
  const { choices } = useLabels();
  return (
    <Field label="Type" hint={fixed} error={error}>
      <Controller
        control={control}
        name="type"
        render={({ field }) => (
          <Select
            ref={field.ref}
            value={field.value ?? ''}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            options={choices('keyTypes', bunch && [bunch.type])}
            disabled={Boolean(fixed)}
          />
        )}
      />
    </Field>
  );
}

/** Placeholders of the fields. */
export const WaitingBunchFields = () => (
  <>
    <Pair>
      <WaitingField />
      <WaitingField />
    </Pair>
    <div className="grid grid-cols-2 items-start gap-4 phone:grid-cols-1">
      <WaitingField />
      <WaitingField />
    </div>
    <WaitingField hint />
    <WaitingField />
    <WaitingField />
    <Pair>
      <WaitingField />
      <WaitingField />
    </Pair>
    <WaitingField lines={2} />
  </>
);

type Props<O> = { form: UseFormReturn<BunchValues, unknown, O>; error: string | undefined };

/** The blank label for a set: the address from a reader, or the typed letters under the code. */
function LabelField<O>({ form, error }: Props<O>) {
  const fill = (code: string) =>
    form.setValue('labelCode', spokenCode(code), { shouldDirty: true, shouldValidate: true });
  return (
    <Field
      label="Blank label"
      optional
      hint="Scan the label with the camera, or with a reader while the cursor is here; or type its code, such as 7F3K Q2M9 XA."
      error={error}
    >
      <Input
        {...form.register('labelCode')}
        trail={<CameraButton onCode={fill} />}
        spellCheck={false}
        autoCapitalize="characters"
        autoComplete="off"
      />
    </Field>
  );
}

type LocationFieldProps<O> = {
  control: Control<BunchValues, unknown, O>;
  /** Why it can't be changed. */
  hint: string | undefined;
  error: string | undefined;
};

/** The bunch's location, of those the user can see; with none, a link to add one. */
function LocationField<O>({ control, hint, error }: LocationFieldProps<O>) {
  const { data: locations } = useRead('listLocations');
  const none = locations?.length === 0;
  return (
    <Field
      label="Location"
      required
      hint={
        none ? (
          <>
            There are no locations yet.{' '}
            <Link to="/locations" className={linkClass}>
              Add a location
            </Link>
          </>
        ) : (
          hint
        )
      }
      error={none ? undefined : error}
    >
      <Controller
        control={control}
        name="locationId"
        render={({ field }) => (
          <Select
            ref={field.ref}
            value={field.value ? String(field.value) : ''}
            onValueChange={(value) => field.onChange(Number(value))}
            onBlur={field.onBlur}
            placeholder="Choose a location"
            options={(locations ?? []).map(({ id, name, type }) => ({
              value: String(id),
              label: name,
              icon: locationIcon(type),
            }))}
            disabled={Boolean(hint) || none}
          />
        )}
      />
    </Field>
  );
}
