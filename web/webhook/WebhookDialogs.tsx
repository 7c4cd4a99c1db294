import { OLD_SECRET_HOURS } from '../../shared/limits.ts';
import type { Webhook, WebhookWithSecret } from '../../shared/webhook.ts';
import { useAction } from '../api/action.ts';
import { SecretDialog } from '../setting/SecretDialog.tsx';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import type { DialogState } from '../ui/overlay/dialog-state.ts';
import { AddWebhook, EditWebhook } from './WebhookDialog.tsx';
import { WebhookLog } from './WebhookLog.tsx';

export type Asked =
  | { what: 'add' }
  | { what: 'made'; webhook: WebhookWithSecret }
  | { what: 'edit' | 'log' | 'renew' | 'delete'; webhook: Webhook };

/** The dialog that was asked for. */
export function WebhookDialogs({ state: { shown, props, show } }: { state: DialogState<Asked> }) {
  if (!shown) return null;
  const { about, turn } = shown;
  const made = (webhook: WebhookWithSecret) => show({ what: 'made', webhook });
  switch (about.what) {
    case 'add':
      return <AddWebhook key={turn} {...props} onMade={made} />;
    case 'edit':
      return <EditWebhook key={turn} {...props} webhook={about.webhook} />;
    case 'log':
      return <WebhookLog key={turn} {...props} webhook={about.webhook} />;
    case 'renew':
      return <Renew key={turn} {...props} webhook={about.webhook} onMade={made} />;
    case 'delete':
      return <Delete key={turn} {...props} webhook={about.webhook} />;
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

type Props = { webhook: Webhook; open: boolean; onClose: () => void; onClosed: () => void };

function Renew({
  webhook,
  open,
  onClose,
  onClosed,
  onMade,
}: Props & { onMade: (made: WebhookWithSecret) => void }) {
  const { run, pending } = useAction('renewWebhookSecret');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="Renew the secret?"
      text={`You are shown a new one. For ${OLD_SECRET_HOURS} hours everything is signed with both, so that the receiver can be changed meanwhile.`}
      confirmLabel="Renew"
      pending={pending}
      onConfirm={async () => {
        const outcome = await run({ params: { id: webhook.id }, body: {} });
        if (outcome.ok) onMade(outcome.reply);
        else onClose();
      }}
    />
  );
}

function Delete({ webhook, open, onClose, onClosed }: Props) {
  const { run, pending } = useAction('deleteWebhook');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="Delete this webhook?"
      text={`Nothing more is sent to ${webhook.url}, and its deliveries are forgotten. This cannot be undone.`}
      confirmLabel="Delete"
      danger
      pending={pending}
      onConfirm={async () => {
        await run({ params: { id: webhook.id } });
        onClose();
      }}
    />
  );
}
