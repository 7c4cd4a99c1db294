import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { MoveForm } from '../../../../shared/key-bunch.ts';
import { useAction } from '../../../api.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { contentsOf } from '../../contents.ts';
import { BunchDialog, WaitingField } from '../BunchDialog.tsx';
import type { BunchDialogProps } from '../KeyBunchDialogs.tsx';
import { useFirstField, useLastAction, useOpenedBunch, useRefusedFields } from '../opened-bunch.ts';
import { MoveFields } from './MoveFields.tsx';
import { MoveRoute, WaitingRoute } from './MoveRoute.tsx';

export type MoveValues = z.input<typeof MoveForm>;

/** Move Key Bunch (SPEC 2.9): to another place, to another type, or both. */
export function MoveDialog({ id, open, onClose }: BunchDialogProps) {
  const move = useAction('moveKeyBunch');
  const { busy, run } = useLastAction(move.run);
  const opened = useOpenedBunch(id, busy || !open);
  const { base, now } = opened;
  const form = useForm<MoveValues, unknown, z.output<typeof MoveForm>>({
    resolver: zodResolver(MoveForm),
    defaultValues: { toLocationId: null, toBunchType: '', notes: '' },
  });
  const { isDirty, errors } = form.formState;
  const [toLocationId, toBunchType] = useWatch({
    control: form.control,
    name: ['toLocationId', 'toBunchType'],
  });
  useRefusedFields(form.setError, move.error);
  useFirstField(base !== null, form.setFocus, 'toLocationId');

  const submit = form.handleSubmit(async (body) => {
    if (await run({ params: { id }, body })) onClose();
  });

  return (
    <BunchDialog
      opened={opened}
      open={open}
      onClose={onClose}
      title="Move Key Bunch"
      description={now && `${now.identifier} · ${contentsOf(now)}`}
      dirty={isDirty}
      onSubmit={submit}
      waiting={
        <>
          <WaitingRoute />
          <WaitingField />
          <WaitingField />
          <WaitingField lines={2} />
        </>
      }
      foot={
        <Button type="submit" variant="primary" pending={busy} disabled={!base}>
          Move Keys
        </Button>
      }
    >
      {(bunch) => (
        <div className="flex flex-col gap-4">
          <MoveRoute bunch={now ?? bunch} toLocationId={toLocationId} toBunchType={toBunchType} />
          <MoveFields bunch={now ?? bunch} control={form.control} errors={errors} />
          <Field label="Notes" optional error={errors.notes?.message}>
            <Textarea {...form.register('notes')} placeholder="Why it moves, who carries it" />
          </Field>
        </div>
      )}
    </BunchDialog>
  );
}
