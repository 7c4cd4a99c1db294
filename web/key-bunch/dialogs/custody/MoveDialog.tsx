import { useWatch } from 'react-hook-form';
import { MoveForm } from '../../../../shared/key-bunch.ts';
import { opensText } from '../../../../shared/opens-text.ts';
import { useAction } from '../../../api/action.ts';
import { useSaveForm } from '../../../form/save-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { BunchDialog, WaitingField } from '../../BunchDialog.tsx';
import { contentsOf } from '../../contents.ts';
import { useFreshBunch } from '../../fresh-bunch.ts';
import type { BunchDialogProps } from '../../key-bunch-dialog.ts';
import { MoveFields } from './MoveFields.tsx';
import { MoveRoute, WaitingRoute } from './MoveRoute.tsx';
import type { MoveValues } from './move-values.ts';

const blank = (): MoveValues => ({ toLocationId: null, toBunchType: '', notes: '' });

/** Move Key Bunch: to another place, to another type, or both. */
export function MoveDialog({ id, open, onClose, onClosed }: BunchDialogProps) {
  const move = useAction('moveKeyBunch');
  const fresh = useFreshBunch(id);
  const save = useSaveForm({
    source: fresh.latest,
    valuesOf: blank,
    schema: MoveForm,
    order: ['toLocationId', 'toBunchType', 'notes'],
    send: (body) => move.run({ params: { id }, body }),
    onSaved: onClose,
    open,
  });
  const { form, now } = save;
  const { errors } = form.formState;
  const [toLocationId, toBunchType] = useWatch({
    control: form.control,
    name: ['toLocationId', 'toBunchType'],
  });

  return (
    <BunchDialog
      fresh={fresh}
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Move Key Bunch"
      description={now && [now.identifier, opensText(now), contentsOf(now)].filter(Boolean).join(' · ')}
      waiting={<WaitingMove />}
      foot={
        <Button type="submit" variant="primary" pending={save.busy} disabled={!save.base}>
          Move Keys
        </Button>
      }
    >
      {(bunch) => (
        <>
          <MoveRoute bunch={now ?? bunch} toLocationId={toLocationId} toBunchType={toBunchType} />
          <MoveFields bunch={now ?? bunch} control={form.control} errors={errors} />
          <Field label="Notes" optional error={errors.notes?.message}>
            <Textarea {...form.register('notes')} placeholder="Why it is moving, who is carrying it" />
          </Field>
        </>
      )}
    </BunchDialog>
  );
}

const WaitingMove = () => (
  <>
    <WaitingRoute />
    <WaitingField />
    <WaitingField />
    <WaitingField lines={2} />
  </>
);
