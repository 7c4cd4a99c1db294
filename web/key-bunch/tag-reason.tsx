import type { ComponentProps } from 'react';
import * as z from 'zod/mini';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { optionalText } from '../../shared/text.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';

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
