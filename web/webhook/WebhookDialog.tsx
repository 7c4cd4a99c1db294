import { useId } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import {
  EVENT_TYPES,
  type EventType,
  type Webhook,
  WebhookForm,
  type WebhookWithSecret,
} from '../../shared/webhook.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { FormDialog, StaleNotice } from '../form/FormFrame.tsx';
import { useSaveForm } from '../form/save-form.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { EVENT_WORDS } from './event-words.ts';

type Values = z.input<typeof WebhookForm>;
type Form = UseFormReturn<Values, unknown, z.output<typeof WebhookForm>>;
type Shown = { open: boolean; onClose: () => void; onClosed: () => void };

const ORDER = ['url', 'description', 'events'] as const;
const BLANK: Values = {
  url: '',
  description: '',
  events: ['key_set.issued', 'key_set.returned', 'key_set.overdue', 'key_set.missing'],
};
const valuesOf = ({ url, description, events }: Webhook): Values => ({
  url,
  description: description ?? '',
  events,
});

export function AddWebhook({ onMade, ...shown }: Shown & { onMade: (made: WebhookWithSecret) => void }) {
  const create = useAction('createWebhook');
  const save = useSaveForm({
    source: BLANK,
    valuesOf: (blank) => blank,
    schema: WebhookForm,
    order: ORDER,
    send: (body) => create.run({ body }),
    onSaved: (made) => (made ? onMade(made) : shown.onClose()),
    open: shown.open,
  });
  return (
    <FormDialog {...shown} save={save} size={520} title="Add a webhook" submitLabel="Add webhook">
      <Fields form={save.form} />
    </FormDialog>
  );
}

export function EditWebhook({ webhook, ...shown }: Shown & { webhook: Webhook }) {
  const update = useAction('updateWebhook');
  const { data } = useRead('listWebhooks');
  const save = useSaveForm({
    source: data?.find(({ id }) => id === webhook.id) ?? webhook,
    valuesOf,
    schema: WebhookForm,
    order: ORDER,
    edits: true,
    send: (_, body, { id, updatedAt }) => update.run({ params: { id }, body, ifMatch: updatedAt }),
    onSaved: shown.onClose,
    open: shown.open,
  });
  return (
    <FormDialog {...shown} save={save} size={520} title="Edit webhook" submitLabel="Save changes">
      <div className="grid gap-4">
        <StaleNotice shown={save.stale} name="This webhook" />
        <Fields form={save.form} />
      </div>
    </FormDialog>
  );
}

function Fields({ form }: { form: Form }) {
  const { register, formState, control } = form;
  const { errors } = formState;
  const headId = useId();
  return (
    <div className="grid gap-4">
      <Field label="Address" required error={errors.url?.message}>
        <Input
          {...register('url')}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://patrol.example.com/keyhold"
        />
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        <Input {...register('description')} placeholder="What it is for" autoComplete="off" />
      </Field>
      <Controller
        control={control}
        name="events"
        render={({ field, fieldState }) => (
          <fieldset aria-labelledby={headId} className="grid gap-1.5">
            <p id={headId} className="text-label font-medium">
              Sends an event when a key set is
            </p>
            <div className="grid grid-cols-2 gap-2.5 rounded-lg border px-3.5 py-3 touch:gap-y-0">
              {EVENT_TYPES.map((type) => (
                <Checkbox
                  key={type}
                  label={EVENT_WORDS[type]}
                  checked={field.value.includes(type)}
                  onCheckedChange={(on) => field.onChange(ticked(field.value, type, on))}
                />
              ))}
            </div>
            {fieldState.error && (
              <p role="alert" className="text-hint text-bad">
                {fieldState.error.message}
              </p>
            )}
            <p className="text-hint text-pretty text-muted">
              Events cover every location and name set ID, tag, holder and location, never what the keys open.
            </p>
          </fieldset>
        )}
      />
    </div>
  );
}

const ticked = (events: readonly EventType[], type: EventType, on: boolean): EventType[] =>
  EVENT_TYPES.filter((one) => (one === type ? on : events.includes(one)));
