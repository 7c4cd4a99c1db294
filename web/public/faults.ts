import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

/** Messages by field. */
export type Faults<V> = Partial<Record<keyof V, string>>;

/** A form's resolver from its rules: each fault is shown under its field. */
export const resolverOf =
  <V extends FieldValues>(faultsOf: (values: V) => Faults<V>): Resolver<V> =>
  (values) => {
    const faults = Object.entries(faultsOf(values));
    const errors = faults.map(([field, message]) => [field, { type: 'rule', message }]);
    return faults.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: Object.fromEntries(errors) as FieldErrors<V> };
  };
