import type { ComponentProps } from 'react';
import type { KeyBunchDetail } from '../../shared/key-bunch.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { useDuplicateTagWarning } from './duplicate-warning.tsx';
import { tagKeyboard } from './tag-keyboard.ts';

type Props = Omit<ComponentProps<typeof Input>, 'size'> & {
  /** The set it is on; a new one has none yet. */
  bunch: KeyBunchDetail | undefined;
  /** What stands in the field now. */
  typed: string | null | undefined;
  error: string | undefined;
};

/** The tag of a set in a form, with a warning of one that another set carries. The tag of issued keys is broken and cannot be changed before they return. */
export function TagField({ bunch, typed, error, required, ...input }: Props) {
  const sameTag = useDuplicateTagWarning(typed, bunch);
  const issued = bunch?.status === 'issued';
  return (
    <Field
      label="Current tag"
      required={!issued && required}
      hint={issued ? 'Tag is broken while keys are issued.' : sameTag}
      error={error}
    >
      {issued ? (
        <Input value={bunch.currentTag ?? ''} disabled className="line-through" />
      ) : (
        <Input {...input} {...tagKeyboard(bunch?.currentTag ?? null)} />
      )}
    </Field>
  );
}
