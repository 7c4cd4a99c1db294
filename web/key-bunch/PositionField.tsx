import type { ComponentProps } from 'react';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { usePositionWarning } from './duplicate-warning.tsx';

type Props = ComponentProps<typeof Input> & {
  /** The form's set; undefined for a new one. */
  bunch?: KeyBunch | undefined;
  typed: string | null | undefined;
  /** The location of the set; 0 while not chosen. */
  locationId: number;
  error: string | undefined;
};

/** The set's position; a taken one gives a warning only. */
export function PositionField({ bunch, typed, locationId, error, ...input }: Props) {
  const taken = usePositionWarning(typed, bunch, locationId);
  return (
    <Field label="Position" optional hint={taken} error={error}>
      <Input {...input} placeholder="Cabinet and hook, such as A 12" autoComplete="off" />
    </Field>
  );
}
