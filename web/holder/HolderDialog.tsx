import { useWatch } from 'react-hook-form';
import { type Holder, HolderForm } from '../../shared/holder.ts';
import { HOLDER_KIND_LABELS, HOLDER_KINDS } from '../../shared/holder-words.ts';
import { PERSON_FIELDS } from '../../shared/record-fields.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { RecordDialog, type Shown, useRecord } from '../form/RecordDialog.tsx';
import { exactTime } from '../format.ts';
import { Warning } from '../key-bunch/duplicate-warning.tsx';
import { useHolders } from '../key-bunch/OfficerField.tsx';

const KINDS = HOLDER_KINDS.map((value) => ({ value, label: HOLDER_KIND_LABELS[value] }));
const OF_ACCOUNT = 'This person has an account. Change their name and email in User Management.';

/** Adds a person or edits one; a user's name, email and kind belong to the account. "Add another" keeps kind and firm. */
export function HolderDialog({ holder, ...shown }: Shown & { holder: Holder | null }) {
  const create = useAction('createHolder');
  const update = useAction('updateHolder');
  const { data } = useRead('getHolder', { params: { id: holder?.id ?? 0 } }, { enabled: holder !== null });
  const account = holder !== null && holder.userId !== null;
  const record = useRecord({
    ...shown,
    record: holder && (data ?? holder),
    blank: { kind: 'contractor', sendReminders: false },
    fields: PERSON_FIELDS,
    schema: HolderForm,
    create: (body) => create.run({ body }),
    update: (body, { id, updatedAt }) => update.run({ params: { id }, body, ifMatch: updatedAt }),
    ...(account && { focus: 'organisation' }),
    another: { keep: ['kind', 'organisation'], nameOf: ({ name }) => name },
  });
  const { control } = record.save.form;
  const [name, kind, email] = useWatch({ control, name: ['name', 'kind', 'email'] });
  const sameName = useSameName(name ?? '', holder?.id);
  return (
    <RecordDialog
      {...record}
      size={520}
      title={holder ? 'Edit person' : 'Add person'}
      description={
        holder ? holder.name : 'Someone who can hold keys but has no account. Users are added automatically.'
      }
      name={record.base?.name}
      looks={{
        name: { spellCheck: false, locked: account, hint: account ? OF_ACCOUNT : sameName },
        kind: { half: true, options: KINDS, locked: account },
        organisation: { half: true },
        phone: { half: true },
        email: { half: true, locked: account },
        // Staff and users get reminders anyway.
        sendReminders: {
          hidden: kind === 'staff' || account,
          locked: !email?.trim(),
          hint: remindersHint(holder, email),
        },
        badge: { half: true },
        maxSets: { half: true, placeholder: 'No limit' },
        validUntil: { half: true },
        isActive: {
          hidden: !holder,
          hint: 'Off: nothing more is issued to them. What they have stays theirs to return.',
        },
      }}
    />
  );
}

function remindersHint(holder: Holder | null, email: string | null | undefined): string {
  const stopped = holder && !holder.sendReminders ? holder.remindersStoppedAt : null;
  if (stopped) return `They stopped them by the link in an email, ${exactTime(stopped)}.`;
  return `An email when a key set they have is overdue.${email?.trim() ? '' : ' Needs an email address.'}`;
}

/** Warning about another person of the same name; saving stays possible. */
function useSameName(name: string, except: number | undefined) {
  const { holders, known } = useHolders(name);
  const same = holders.find(
    (one) => one.id !== except && one.name.toLowerCase() === name.trim().toLowerCase(),
  );
  if (!known || !same || name.trim() === '') return undefined;
  return (
    <Warning>
      {same.name} is on the list already
      {same.organisation ? `, ${same.organisation}` : `, ${HOLDER_KIND_LABELS[same.kind].toLowerCase()}`}.
    </Warning>
  );
}
