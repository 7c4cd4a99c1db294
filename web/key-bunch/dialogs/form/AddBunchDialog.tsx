import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { FALLBACK_TYPES, KeyBunchForm } from '../../../../shared/key-bunch.ts';
import { choicesOf, type Settings } from '../../../../shared/setting.ts';
import { useAction, useRead } from '../../../api.ts';
import { ReadFailed } from '../../../shell/ReadFailed.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { KEEP_TYPED, useFirstField, useRefusedFields } from '../opened-bunch.ts';
import { BunchFields, type BunchValues, WaitingBunchFields } from './BunchFields.tsx';

/** A new bunch: one key, no fob, Present, of the first type that is offered (SPEC section 9). */
const blank = (settings: Settings): BunchValues => ({
  identifier: '',
  currentTag: '',
  type: choicesOf(settings, 'keyTypes')[0]?.value ?? FALLBACK_TYPES[0],
  locationId: 0,
  status: 'active',
  keyCount: 1,
  fobCount: 0,
  keyDescription: '',
  notes: '',
  nfcSerial: '',
});

/** Add Key Bunch (SPEC 2.9). */
export function AddBunchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const settings = useRead('getSettings');
  const form = useForm<BunchValues, unknown, z.output<typeof KeyBunchForm>>({
    resolver: zodResolver(KeyBunchForm),
    ...(settings.data && { values: blank(settings.data) }),
    resetOptions: KEEP_TYPED,
  });
  const { isDirty } = form.formState;
  const create = useAction('createKeyBunch');
  useRefusedFields(form.setError, create.error);
  useFirstField(settings.isSuccess, form.setFocus, 'identifier');

  const submit = form.handleSubmit(async (body) => {
    if (await create.run({ body })) onClose();
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Add Key Bunch"
      dirty={isDirty}
      onSubmit={submit}
      foot={
        <Button type="submit" variant="primary" pending={create.pending} disabled={!settings.data}>
          Add Set
        </Button>
      }
    >
      {settings.data ? (
        <BunchFields form={form} />
      ) : settings.isError ? (
        <ReadFailed onRetry={settings.refetch} />
      ) : (
        <div aria-busy="true" className="flex flex-col gap-4">
          <WaitingBunchFields />
        </div>
      )}
    </Dialog>
  );
}
