import * as z from 'zod/mini';
import { type Holder, HolderForm } from '../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../shared/holder-words.ts';
import { PERSON_FIELDS } from '../../shared/record-fields.ts';
import { useAction } from '../api/action.ts';
import { RecordDialog, type Shown, useRecord } from '../form/RecordDialog.tsx';

const { name, kind, organisation, phone } = PERSON_FIELDS;
const NewPersonForm = z.pick(HolderForm, { name: true, kind: true, organisation: true, phone: true });

/** Staff are added through their accounts. */
const KINDS = (['contractor', 'client', 'other'] as const).map((value) => ({
  value,
  label: HOLDER_KIND_LABELS[value],
}));

type Props = Shown & { typed: string; onPerson: (holder: Holder) => void };

/** Adds a person and chooses them; only the name is required. */
export function NewPersonDialog({ typed, onPerson, ...shown }: Props) {
  const create = useAction('createHolder');
  const record = useRecord({
    ...shown,
    blank: { name: typed, kind: 'contractor' },
    fields: { name, kind, organisation, phone },
    schema: NewPersonForm,
    create: (body) => create.run({ body }),
    onSaved: (holder) => {
      if (holder) onPerson(holder);
      shown.onClose();
    },
  });
  return (
    <RecordDialog
      {...record}
      title="New person"
      submitLabel="Add and choose"
      description="Saved so that Keyhold knows who has which keys."
      looks={{ kind: { options: KINDS } }}
    />
  );
}
