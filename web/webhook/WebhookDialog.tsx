import { Controller } from 'react-hook-form';
import { EVENT_TYPES, type Webhook, WebhookForm, type WebhookWithSecret } from '../../shared/webhook.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { RecordDialog, type Shown, useRecord } from '../form/RecordDialog.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { FieldGroup } from '../ui/form/FieldGroup.tsx';
import { EVENT_WORDS } from './event-words.ts';

const FIELDS = {
  url: { label: 'Address', kind: 'url' },
  description: { label: 'Description' },
  events: { label: 'Sends an event when a key set is', kind: 'own' },
} as const;

type Props = Shown & { webhook: Webhook | null; onMade: (made: WebhookWithSecret) => void };

/** Adds a webhook or edits one. */
export function WebhookDialog({ webhook, onMade, ...shown }: Props) {
  const create = useAction('createWebhook');
  const update = useAction('updateWebhook');
  const { data } = useRead('listWebhooks');
  const record = useRecord({
    ...shown,
    record: webhook && (data?.find(({ id }) => id === webhook.id) ?? webhook),
    blank: { events: ['key_set.issued', 'key_set.returned', 'key_set.overdue', 'key_set.missing'] },
    fields: FIELDS,
    schema: WebhookForm,
    create: (body) => create.run({ body }),
    update: (body, { id, updatedAt }) => update.run({ params: { id }, body, ifMatch: updatedAt }),
    onSaved: (saved: WebhookWithSecret | null) => (saved && !webhook ? onMade(saved) : shown.onClose()),
  });
  return (
    <RecordDialog
      {...record}
      size={520}
      title={webhook ? 'Edit webhook' : 'Add a webhook'}
      submitLabel={webhook ? 'Save changes' : 'Add webhook'}
      name="This webhook"
      looks={{
        url: { placeholder: 'https://patrol.example.com/keyhold' },
        description: { placeholder: 'What it is for' },
      }}
    >
      <Controller
        control={record.save.form.control}
        name="events"
        render={({ field: { value, onChange }, fieldState }) => (
          <FieldGroup
            label={FIELDS.events.label}
            error={fieldState.error?.message}
            hint="Events cover every location and name set ID, tag, holder and location, never what the keys open."
          >
            <div className="grid grid-cols-2 gap-2.5 rounded-lg border px-3.5 py-3 touch:gap-y-0">
              {EVENT_TYPES.map((type) => (
                <Checkbox
                  key={type}
                  label={EVENT_WORDS[type]}
                  checked={value.includes(type)}
                  onCheckedChange={(on) =>
                    onChange(EVENT_TYPES.filter((one) => (one === type ? on : value.includes(one))))
                  }
                />
              ))}
            </div>
          </FieldGroup>
        )}
      />
    </RecordDialog>
  );
}
