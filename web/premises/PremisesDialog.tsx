import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Premises, PremisesForm } from '../../shared/premises.ts';
import { PREMISES_FIELDS } from '../../shared/record-fields.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { RecordDialog, type Shown, useRecord } from '../form/RecordDialog.tsx';
import { count } from '../format.ts';

const Form = z.extend(PremisesForm, { isActive: z.optional(z.boolean()) });

/** Adds premises or edits them. "Add another" keeps the client. */
export function PremisesDialog({ premises, ...shown }: Shown & { premises: Premises | null }) {
  const create = useAction('createPremises');
  const update = useAction('updatePremises');
  const { data } = useRead(
    'getPremises',
    { params: { id: premises?.id ?? 0 } },
    { enabled: premises !== null },
  );
  const record = useRecord({
    ...shown,
    record: premises && (data ?? premises),
    blank: {},
    fields: PREMISES_FIELDS,
    schema: Form,
    create: (body) => create.run({ body }),
    update: (body, { id, updatedAt }) => update.run({ params: { id }, body, ifMatch: updatedAt }),
    another: { keep: ['client'], nameOf: ({ name }) => name },
  });
  const q = useWatch({ control: record.save.form.control, name: 'client' });
  const { data: clients = [] } = useRead('listClients', { query: q ? { q } : {} }, { keepPrevious: true });
  const suggestions = clients.map(({ name, premises: of }) => ({
    id: name,
    label: name,
    value: name,
    hint: count(of, 'premises', 'premises'),
  }));
  return (
    <RecordDialog
      {...record}
      size={520}
      title={premises ? 'Edit premises' : 'Add premises'}
      description={premises?.name}
      name={record.base?.name}
      looks={{
        name: { placeholder: 'Building or unit' },
        postcode: { half: true },
        reference: { half: true, placeholder: 'Contract no.' },
        client: { suggestions },
        isActive: { hidden: !premises, hint: 'Off: no longer offered where sets are added.' },
      }}
    />
  );
}
