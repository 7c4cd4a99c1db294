import type { ComponentProps } from 'react';
import * as z from 'zod/mini';
import type { KeyBunch, KeyBunchDetail } from '../../shared/key-bunch.ts';
import { optionalText } from '../../shared/text.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { useDuplicateTagWarning } from './duplicate-warning.tsx';
import { tagKeyboard } from './tag-keyboard.ts';

type Tagged = Pick<KeyBunch, 'currentTag'> | null | undefined;

/** Whether the typed tag replaces one, which needs a reason (D-21). */
export const tagChanges = (typed: string | null | undefined, bunch: Tagged): boolean =>
  Boolean(bunch?.currentTag) && (typed ?? '').trim() !== bunch?.currentTag;

/** The reason field of a form about `bunch`. */
export const reasonField = { reason: optionalText() };

/** A changed tag of `bunch` needs a reason. */
export const needsReason = (bunch: Tagged) =>
  z.refine<{ currentTag?: string | null | undefined; reason?: string | null | undefined }>(
    ({ currentTag, reason }) => Boolean(reason) || !tagChanges(currentTag, bunch),
    { error: 'Reason is required', path: ['reason'] },
  );

/** The reason of a changed tag; render while it changes. */
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
  /** The form's set; undefined for a new one. */
  bunch: KeyBunchDetail | undefined;
  /** The field's current value. */
  typed: string | null | undefined;
  error: string | undefined;
};

/** The tag field, with a warning when another set has the tag. An issued set's tag is broken and can't be changed before the return. */
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
