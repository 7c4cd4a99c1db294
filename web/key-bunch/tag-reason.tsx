import type { ComponentProps } from 'react';
import * as z from 'zod/mini';
import type { KeyBunch, KeyBunchDetail } from '../../shared/key-bunch.ts';
import { optionalText } from '../../shared/text.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { useDuplicateTagWarning } from './duplicate-warning.tsx';
import { tagKeyboard } from './tag-keyboard.ts';

type Tagged = Pick<KeyBunch, 'currentTag'> | null | undefined;

/** Whether what is typed replaces a tag: then somebody must say why (D-21). A first tag needs no reason. */
export const tagChanges = (typed: string | null | undefined, bunch: Tagged): boolean =>
  Boolean(bunch?.currentTag) && (typed ?? '').trim() !== bunch?.currentTag;

/** The reason beside the fields of a form about `bunch`. */
export const reasonField = { reason: optionalText() };

/** The form must give a reason when it changes the tag of `bunch`. */
export const needsReason = (bunch: Tagged) =>
  z.refine<{ currentTag?: string | null | undefined; reason?: string | null | undefined }>(
    ({ currentTag, reason }) => Boolean(reason) || !tagChanges(currentTag, bunch),
    { error: 'Reason is required', path: ['reason'] },
  );

/** Why the tag changes; to be shown while it does. */
export function ReasonField({
  error,
  ...input
}: { error: string | undefined } & Omit<ComponentProps<typeof Input>, 'size'>) {
  return (
    <Field label="Reason for the new tag" required error={error}>
      <Input {...input} placeholder="Such as a damaged seal" autoComplete="off" />
    </Field>
  );
}

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
