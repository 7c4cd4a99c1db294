import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { KeyBunchForm } from '../../../../shared/key-bunch.ts';
import { NAME_MAX } from '../../../../shared/limits.ts';
import { type Input, useAction } from '../../../api.ts';
import { Button } from '../../../ui/Button.tsx';
import { BunchDialog } from '../BunchDialog.tsx';
import type { BunchDialogProps } from '../KeyBunchDialogs.tsx';
import {
  KEEP_TYPED,
  useFirstField,
  useLastAction,
  useOpenedBunch,
  useRefusedFields,
} from '../opened-bunch.ts';
import { StaleNotice } from '../StaleNotice.tsx';
import { BunchFields, type BunchValues, valuesOf, WaitingBunchFields } from './BunchFields.tsx';

/** A bunch without a tag (its seal went with whoever lost it) may stay so, unless it becomes Present. */
const TaglessForm = z
  .extend(KeyBunchForm, {
    currentTag: z.pipe(
      z.string().check(z.trim(), z.maxLength(NAME_MAX, `Must be at most ${NAME_MAX} characters`)),
      z.transform((tag) => tag || null),
    ),
  })
  .check(
    z.refine((bunch) => bunch.currentTag !== null || bunch.status !== 'active', {
      error: 'Current tag is required',
      path: ['currentTag'],
    }),
  );
type Edited = z.output<typeof TaglessForm>;

/** Edit Key Bunch (SPEC 2.9, DECISIONS S-33): all fields; only what was changed is sent, for the state it was opened in. */
export function EditBunchDialog({ id, open, onClose }: BunchDialogProps) {
  const save = useAction('updateKeyBunch');
  const { busy, run } = useLastAction(save.run);
  const opened = useOpenedBunch(id, busy || !open);
  const { base } = opened;
  const form = useForm<BunchValues, unknown, Edited>({
    resolver: base?.currentTag ? zodResolver(KeyBunchForm) : zodResolver(TaglessForm),
    ...(base && { values: valuesOf(base) }),
    resetOptions: KEEP_TYPED,
  });
  const { isDirty, dirtyFields } = form.formState;
  useRefusedFields(form.setError, save.error);
  useFirstField(base !== null, form.setFocus, 'identifier');

  const submit = form.handleSubmit(async (values) => {
    if (!base) return;
    const changed = Object.entries(values).filter(([field]) => dirtyFields[field as keyof BunchValues]);
    if (changed.length === 0) return onClose();
    const body: Input<'updateKeyBunch'>['body'] = Object.fromEntries(changed);
    if (await run({ params: { id }, body, ifMatch: base.updatedAt })) onClose();
  });

  return (
    <BunchDialog
      opened={opened}
      open={open}
      onClose={onClose}
      title="Edit Key Bunch"
      dirty={isDirty}
      onSubmit={submit}
      waiting={<WaitingBunchFields />}
      foot={
        <Button type="submit" variant="primary" pending={busy} disabled={!base}>
          Save changes
        </Button>
      }
    >
      {(bunch) => (
        <div className="flex flex-col gap-4">
          <StaleNotice opened={opened} error={save.error} />
          <BunchFields form={form} bunch={bunch} />
        </div>
      )}
    </BunchDialog>
  );
}
