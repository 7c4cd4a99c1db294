import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { KeyBunchDetail, ReturnForm } from '../../../shared/key-bunch.ts';
import { shortClass, shortText } from '../../custody/due-lines.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { NumberInput, WHOLE } from '../../ui/form/NumberInput.tsx';
import { contentsOf } from '../contents.ts';

export type ReturnValues = z.input<typeof ReturnForm>;

/** Whether all keys were returned; if not, the counts and what is missing. */
export function ReturnCounts<O>({
  form: { control, register, setValue, formState },
  bunch,
}: {
  form: UseFormReturn<ReturnValues, unknown, O>;
  bunch: KeyBunchDetail;
}) {
  const { errors } = formState;
  const [counting, setCounting] = useState(false);
  const [keys, fobs] = useWatch({ control, name: ['keysCounted', 'fobsCounted'] });
  const { keyCount, fobCount, short } = bunch;
  if (!counting)
    return (
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-body">
        <span className="text-muted">All there: {contentsOf(bunch)}</span>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            setValue('keysCounted', short?.keysPresent ?? keyCount, { shouldDirty: true });
            setValue('fobsCounted', short?.fobsPresent ?? fobCount, { shouldDirty: true });
            setCounting(true);
          }}
        >
          Not all there?
        </Button>
      </p>
    );
  const lacking = shortText({
    keyCount,
    fobCount,
    short: {
      keysPresent: keys ?? keyCount,
      fobsPresent: fobs ?? fobCount,
      note: null,
      since: '',
      lastHolder: null,
    },
  });
  return (
    <div className="grid gap-3 rounded-lg bg-amber-500/6 p-3.5 inset-ring inset-ring-amber-600/25">
      <div className="grid grid-cols-2 gap-3">
        <Field label="Keys counted" hint={`of ${keyCount}`} error={errors.keysCounted?.message}>
          <NumberInput {...register('keysCounted', WHOLE)} min={0} max={keyCount} />
        </Field>
        {fobCount > 0 && (
          <Field label="Fobs counted" hint={`of ${fobCount}`} error={errors.fobsCounted?.message}>
            <NumberInput {...register('fobsCounted', WHOLE)} min={0} max={fobCount} />
          </Field>
        )}
      </div>
      {lacking && (
        <Field label="What is missing" optional error={errors.missingNote?.message}>
          <Input {...register('missingNote')} placeholder="Which key, and what they say about it" />
        </Field>
      )}
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-hint">
        <span role="status" className={cx('font-medium', shortClass)}>
          {lacking ?? ''}
        </span>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            setValue('keysCounted', null);
            setValue('fobsCounted', null);
            setValue('missingNote', '');
            setCounting(false);
          }}
        >
          All there
        </Button>
      </p>
    </div>
  );
}
