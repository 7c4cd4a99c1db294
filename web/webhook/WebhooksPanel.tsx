import {
  EllipsisVertical,
  KeyRound,
  List,
  Pencil,
  Webhook as Picture,
  Plus,
  Power,
  Send,
  Trash2,
} from 'lucide-react';
import { Controller } from 'react-hook-form';
import { OLD_SECRET_HOURS } from '../../shared/limits.ts';
import { EVENT_TYPES, type Webhook, WebhookForm, type WebhookWithSecret } from '../../shared/webhook.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { RecordDialog, RecordQuestion, type Shown, useRecord } from '../form/RecordDialog.tsx';
import { PanelList } from '../list/PanelList.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { FieldGroup } from '../ui/form/FieldGroup.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
import { Menu } from '../ui/overlay/Menu.tsx';
import { SecretDialog } from '../ui/overlay/SecretDialog.tsx';
import { useClock } from '../zone.ts';
import { EVENT_WORDS, eventsInWords, stateOf, WebhookLog } from './WebhookLog.tsx';

/** The webhooks, with their state and actions. */
export function WebhooksPanel() {
  const dialog = useDialogState<OpenDialog>();
  return (
    <PanelList
      title="Webhooks"
      list={useRead('listWebhooks')}
      right={
        <Button size="sm" icon={Plus} onClick={() => dialog.show({ what: 'add' })}>
          Add a webhook
        </Button>
      }
      nothing="A webhook notifies your own system when keys are issued, returned, overdue or missing."
      row={(webhook) => <Row key={webhook.id} webhook={webhook} show={dialog.show} />}
    >
      <WebhookDialogs state={dialog} />
    </PanelList>
  );
}

function Row({ webhook, show }: { webhook: Webhook; show: (asked: OpenDialog) => void }) {
  useClock();
  const update = useAction('updateWebhook');
  const test = useAction('testWebhook');
  const { id, url, description, events, isActive, pausedAt } = webhook;
  const state = stateOf(webhook);
  const runs = isActive && !pausedAt;
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Picture aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-all">{url}</span>
          <Badge tint={state.tint} quiet={state.word === 'On'}>
            {state.word}
          </Badge>
        </p>
        <p className="text-hint text-pretty text-muted">
          {description && `${description} · `}
          {eventsInWords(events)}
        </p>
        {state.line && <p className="text-hint text-pretty text-muted">{state.line}</p>}
      </div>
      <Menu
        trigger={<IconButton icon={EllipsisVertical} label={`What to do with ${url}`} />}
        entries={[
          { label: 'Deliveries', icon: List, onSelect: () => show({ what: 'log', webhook }) },
          {
            label: 'Send a test',
            icon: Send,
            onSelect: () => void test.run({ params: { id }, body: {} }),
          },
          { label: 'Edit', icon: Pencil, onSelect: () => show({ what: 'edit', webhook }) },
          {
            label: runs ? 'Switch off' : 'Switch on',
            icon: Power,
            onSelect: () => void update.run({ params: { id }, body: { isActive: !runs } }),
          },
          { label: 'Renew the secret', icon: KeyRound, onSelect: () => show({ what: 'renew', webhook }) },
          'separator',
          { label: 'Delete', icon: Trash2, danger: true, onSelect: () => show({ what: 'delete', webhook }) },
        ]}
      />
    </li>
  );
}

type OpenDialog =
  | { what: 'add' }
  | { what: 'made'; webhook: WebhookWithSecret }
  | { what: 'edit' | 'log' | 'renew' | 'delete'; webhook: Webhook };

/** The open dialog. */
function WebhookDialogs({ state: { shown, props, show } }: { state: DialogState<OpenDialog> }) {
  const renew = useAction('renewWebhookSecret');
  const remove = useAction('deleteWebhook');
  if (!shown) return null;
  const { about, turn } = shown;
  const made = (webhook: WebhookWithSecret) => show({ what: 'made', webhook });
  switch (about.what) {
    case 'add':
      return <WebhookDialog key={turn} {...props} webhook={null} onMade={made} />;
    case 'edit':
      return <WebhookDialog key={turn} {...props} webhook={about.webhook} onMade={made} />;
    case 'log':
      return <WebhookLog key={turn} {...props} webhook={about.webhook} />;
    case 'renew':
      return (
        <RecordQuestion
          key={turn}
          {...props}
          title="Renew the secret?"
          text={`You are shown a new one. For ${OLD_SECRET_HOURS} hours everything is signed with both, so that the receiver can be changed meanwhile.`}
          confirmLabel="Renew"
          run={async () => {
            const { id, updatedAt } = about.webhook;
            const outcome = await renew.run({ params: { id }, body: {}, ifMatch: updatedAt });
            if (outcome.ok) made(outcome.reply);
          }}
        />
      );
    case 'delete':
      return (
        <RecordQuestion
          key={turn}
          {...props}
          title="Delete this webhook?"
          text={`Nothing more is sent to ${about.webhook.url}, and its deliveries are forgotten. This cannot be undone.`}
          confirmLabel="Delete"
          danger
          run={() => remove.run({ params: { id: about.webhook.id } })}
        />
      );
    case 'made':
      return (
        <SecretDialog
          key={turn}
          {...props}
          title="Webhook secret"
          description={about.webhook.url}
          noun="Secret"
          secret={about.webhook.secret}
          hint="The receiver uses it to check that a message is from Keyhold."
        />
      );
  }
}

const FIELDS = {
  url: { label: 'Address', kind: 'url' },
  description: { label: 'Description' },
  events: { label: 'Sends an event when a key set is', kind: 'own' },
} as const;

type Props = Shown & { webhook: Webhook | null; onMade: (made: WebhookWithSecret) => void };

/** Adds a webhook or edits one. */
function WebhookDialog({ webhook, onMade, ...shown }: Props) {
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
