import { useState } from 'react';
import { HOLDER_KIND_LABELS, type HolderKind } from '../../../shared/holder-words.ts';
import { NAME_MAX } from '../../../shared/limits.ts';
import { useAction } from '../../api/action.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { Desk } from './use-desk.ts';

type Props = { desk: Desk; name: string; open: boolean; onClose: () => void; onClosed: () => void };

/** Staff are added through their accounts. */
const KINDS = ['contractor', 'client', 'other'] as const satisfies readonly HolderKind[];

/** Adds a person; only the name is required. */
export function NewPersonDialog({ desk, name: typed, open, onClose, onClosed }: Props) {
  const create = useAction('createHolder');
  const [name, setName] = useState(typed);
  const [kind, setKind] = useState<string>('contractor');
  const [organisation, setOrganisation] = useState('');
  const [phone, setPhone] = useState('');
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});

  async function submit() {
    if (name.trim() === '') return setErrors({ name: 'Name is required' });
    const made = await create.run({ body: { name, kind: kind as HolderKind, organisation, phone } });
    if (!made.ok) return setErrors(made.error.body.errors ?? {});
    desk.send({ type: 'personChosen', holder: made.reply });
    onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="New person"
      description="Saved so that Keyhold knows who has which keys."
      dirty={name !== typed || organisation !== '' || phone !== ''}
      sending={create.pending}
      onSubmit={submit}
      foot={
        <Button type="submit" variant="primary" pending={create.pending}>
          Add and choose
        </Button>
      }
    >
      <div className="grid gap-4">
        <Field label="Name" required error={errors.name}>
          <Input
            value={name}
            maxLength={NAME_MAX}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label="Kind" error={errors.kind}>
          <Select
            value={kind}
            onValueChange={setKind}
            options={KINDS.map((value) => ({ value, label: HOLDER_KIND_LABELS[value] }))}
          />
        </Field>
        <Field label="Firm" optional error={errors.organisation}>
          <Input
            value={organisation}
            maxLength={NAME_MAX}
            autoComplete="off"
            onChange={(event) => setOrganisation(event.target.value)}
          />
        </Field>
        <Field label="Phone" optional error={errors.phone}>
          <Input
            type="tel"
            value={phone}
            maxLength={NAME_MAX}
            autoComplete="off"
            onChange={(event) => setPhone(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}
