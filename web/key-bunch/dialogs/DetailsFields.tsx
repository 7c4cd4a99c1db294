import type { ReactNode } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { type KeyBunchDetail, KeyDetailsForm, type PremisesRef } from '../../../shared/key-bunch.ts';
import { TAG_BROKEN } from '../../../shared/key-bunch-words.ts';
import { doorOf } from '../../../shared/opens-text.ts';
import { DueText, HolderName } from '../../custody/CustodyText.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input, Textarea } from '../../ui/form/Input.tsx';
import { NumberInput, WHOLE } from '../../ui/form/NumberInput.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Pair } from '../BunchDialog.tsx';
import { PremisesLinks } from '../BunchText.tsx';
import { useDuplicateIdentifierWarning } from '../duplicate-warning.tsx';
import { sinceText } from '../since.tsx';
import { needsReason, ReasonField, reasonField, TagField, tagChanges } from '../tag-reason.tsx';
import { ONE_LINE } from './BunchFields.tsx';
import { PositionField } from './BunchInputs.tsx';
import { LinkedTag } from './TagBox.tsx';

type Props<O> = {
  form: UseFormReturn<DetailsValues, unknown, O>;
  bunch: KeyBunchDetail;
  /** The NFC tag: last, on a phone below the counts. */
  tag: ReactNode;
};

/** The fields of Key Details. An issued set's tag is broken and can't be changed before the return. */
export function DetailsFields<O>({ form, bunch, tag }: Props<O>) {
  const phone = useMedia(PHONE);
  const { register, control, formState } = form;
  const { errors } = formState;
  const [identifier, currentTag, position] = useWatch({
    control,
    name: ['identifier', 'currentTag', 'position'],
  });
  const sameIdentifier = useDuplicateIdentifierWarning(identifier, bunch);
  const issued = bunch.status === 'issued';
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
          error={errors.currentTag?.message}
        />
      </Pair>
      {!issued && tagChanges(currentTag, bunch) && (
        <ReasonField {...register('reason')} error={errors.reason?.message} />
      )}
      <div className="grid grid-cols-4 items-start gap-4 phone:grid-cols-2 phone:gap-x-3 phone:*:last:col-span-2">
        <Field label="Keys" error={errors.keyCount?.message}>
          <NumberInput {...register('keyCount', WHOLE)} min={1} />
        </Field>
        <Field label="Fobs" error={errors.fobCount?.message}>
          <NumberInput {...register('fobCount', WHOLE)} min={0} />
        </Field>
        <div className="col-span-2">
          <PositionField
            {...register('position')}
            bunch={bunch}
            typed={position}
            locationId={bunch.locationId}
            error={errors.position?.message}
          />
        </div>
      </div>
      {phone && tag}
      {bunch.premises.length > 0 && <OpensRow premises={bunch.premises} />}
      <Field label="Description" optional error={errors.keyDescription?.message}>
        <Textarea {...register('keyDescription')} rows={1} className={ONE_LINE} />
      </Field>
      <Field label="Notes" optional error={errors.notes?.message}>
        <Textarea {...register('notes')} />
      </Field>
      {!phone && tag}
    </div>
  );
}

/** What it opens: edited in Edit, from a list. */
const OpensRow = ({ premises }: { premises: readonly PremisesRef[] }) => (
  <div>
    <p className="mb-1 text-label font-medium">OpensRow</p>
    <PremisesLinks premises={premises} />
  </div>
);

const Form = z.extend(KeyDetailsForm, reasonField);

/** The values of Key Details. */
type DetailsValues = z.input<typeof Form>;

/** For a stored bunch. */
export const valuesOf = (bunch: KeyBunchDetail): DetailsValues => ({
  identifier: bunch.identifier,
  currentTag: bunch.currentTag ?? '',
  keyCount: bunch.keyCount,
  fobCount: bunch.fobCount,
  keyDescription: bunch.keyDescription ?? '',
  position: bunch.position ?? '',
  notes: bunch.notes ?? '',
  reason: '',
});

/** The schema of Key Details for `bunch`; a changed tag needs a reason. */
export const formOf = (bunch: KeyBunchDetail | null) => Form.check(needsReason(bunch));

/** Field order on the screen. */
export const DETAILS_FIELDS = [
  'identifier',
  'currentTag',
  'reason',
  'keyCount',
  'fobCount',
  'position',
  'keyDescription',
  'notes',
] as const;

/** A bunch's details, read-only. */
export function DetailsList({ bunch }: { bunch: KeyBunchDetail }) {
  const issued = bunch.status === 'issued';
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Term name="Identifier">{bunch.identifier}</Term>
        <Term name="Current tag">{issued ? TAG_BROKEN : (bunch.currentTag ?? 'None')}</Term>
        <Term name="Keys">{bunch.keyCount}</Term>
        <Term name="Fobs">{bunch.fobCount}</Term>
        {bunch.holder && (
          <Term name="With" wide>
            <HolderName holder={bunch.holder} />
            {bunch.issuedAt && ` since ${sinceText(bunch.issuedAt)}`}
            {bunch.dueAt && (
              <>
                , <DueText at={bunch.dueAt} />
              </>
            )}
          </Term>
        )}
        {bunch.premises.length > 0 && (
          <Term name="Opens" wide>
            <PremisesLinks premises={bunch.premises} />
          </Term>
        )}
        {bunch.position && (
          <Term name="Position" wide>
            {bunch.position}
          </Term>
        )}
        <Term name="Description" wide>
          {doorOf(bunch) || 'None'}
        </Term>
        <Term name="Notes" wide>
          {bunch.notes ?? 'None'}
        </Term>
      </dl>
      <LinkedTag bunch={bunch} />
    </div>
  );
}

const Term = ({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <div className={wide ? 'col-span-2' : undefined}>
    <dt className="text-hint text-muted">{name}</dt>
    <dd className="text-body font-medium wrap-break-word whitespace-pre-line tabular-nums">{children}</dd>
  </div>
);
