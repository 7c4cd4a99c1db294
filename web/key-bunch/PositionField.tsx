import type { ComponentProps } from 'react';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { usePositionWarning } from './duplicate-warning.tsx';

type Props = ComponentProps<typeof Input> & {
  /** The set the form is about; none of a new one. */
  bunch?: KeyBunch | undefined;
  typed: string | null | undefined;
  /** Where the set is to be; 0 while that is not chosen. */
  locationId: number;
  error: string | undefined;
};

/** Where a set hangs; one that is taken warns and does not block. */
export function PositionField({ bunch, typed, locationId, error, ...input }: Props) {
  const taken = usePositionWarning(typed, bunch, locationId);
  return (
    <Field label="Position" optional hint={taken} error={error}>
      <Input {...input} placeholder="Cabinet and hook, such as A 12" autoComplete="off" />
    </Field>
  );
}
