import { KeySquare, Plus, Trash2 } from 'lucide-react';
import type { ApiToken, NewApiToken } from '../../shared/api-token.ts';
import { type Permission, permissionLabel } from '../../shared/permissions.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { serverNow } from '../api/server-clock.ts';
import { RecordQuestion } from '../form/RecordDialog.tsx';
import { count, shortDate } from '../format.ts';
import { PanelList } from '../list/PanelList.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
import { SecretDialog } from '../ui/overlay/SecretDialog.tsx';
import { Time } from '../ui/Time.tsx';
import { useClock } from '../zone.ts';
import { TokenDialog } from './TokenDialog.tsx';

type OpenDialog =
  | { what: 'add' }
  | { what: 'made'; token: NewApiToken }
  | { what: 'revoke'; token: ApiToken };

/** The company's API tokens. */
export function TokensPanel() {
  const dialog = useDialogState<OpenDialog>();
  return (
    <PanelList
      title="API tokens"
      list={useRead('listTokens')}
      right={
        <Button size="sm" icon={Plus} onClick={() => dialog.show({ what: 'add' })}>
          Make a token
        </Button>
      }
      nothing="A token lets a program read and change what you allow. The history shows its actions under its name."
      row={(token) => (
        <Row key={token.id} token={token} onRevoke={() => dialog.show({ what: 'revoke', token })} />
      )}
    >
      <Dialogs state={dialog} />
    </PanelList>
  );
}

function Row({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  useClock();
  const { name, ending, permissions, allowedLocationIds, lastUsedAt, expiresAt, createdBy, restingSince } =
    token;
  const confirm = useAction('confirmToken');
  const over = Date.parse(expiresAt) < serverNow();
  const locations =
    allowedLocationIds.length === 0 ? 'All locations' : count(allowedLocationIds.length, 'location');
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <KeySquare aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-words">{name}</span>
          <span className="font-mono text-hint text-muted">kh_…{ending}</span>
          {over && <Badge tint="red">Expired</Badge>}
          {!over && restingSince && <Badge tint="amber">Resting</Badge>}
        </p>
        <p className="text-hint text-pretty text-muted">
          {permissionsInWords(permissions)} · {locations}
        </p>
        <p className="text-hint text-muted">
          {lastUsedAt ? (
            <>
              Last used <Time at={lastUsedAt} inline />
            </>
          ) : (
            'Never used'
          )}
          {' · '}
          {over ? 'expired' : 'expires'} {shortDate(expiresAt)} · made by {createdBy}
        </p>
        {!over && restingSince && (
          <p className="text-hint text-pretty">
            Resting since <Time at={restingSince} inline />. {restingWords(token)}
          </p>
        )}
      </div>
      {!over && restingSince && token.isOwn && (
        <Button
          size="sm"
          pending={confirm.pending}
          pendingLabel="Confirming..."
          aria-label={`Confirm ${name}`}
          onClick={() => void confirm.run({ params: { id: token.id }, body: {} })}
        >
          Confirm
        </Button>
      )}
      <IconButton icon={Trash2} label={`Revoke ${name}`} onClick={onRevoke} />
    </li>
  );
}

function Dialogs({ state: { shown, props, show } }: { state: DialogState<OpenDialog> }) {
  const revoke = useAction('revokeToken');
  if (!shown) return null;
  const { about, turn } = shown;
  switch (about.what) {
    case 'add':
      return <TokenDialog key={turn} {...props} onMade={(token) => show({ what: 'made', token })} />;
    case 'made':
      return (
        <SecretDialog
          key={turn}
          {...props}
          title="API token"
          description={about.token.name}
          noun="Token"
          secret={about.token.token}
          hint="Store it like a password. Anyone who has it can use it."
        />
      );
    case 'revoke':
      return (
        <RecordQuestion
          key={turn}
          {...props}
          title={`Revoke ${about.token.name}?`}
          text="Programs that use it lose access immediately. This cannot be undone."
          confirmLabel="Revoke"
          danger
          run={() => revoke.run({ params: { id: about.token.id } })}
        />
      );
  }
}

/** "Key: View, Issue · Location: View". */
function permissionsInWords(permissions: readonly Permission[]): string {
  const groups = new Map<string, string[]>();
  for (const permission of permissions) {
    const [group = '', action = ''] = permissionLabel(permission).split(': ');
    groups.set(group, [...(groups.get(group) ?? []), action]);
  }
  return [...groups].map(([group, actions]) => `${group}: ${actions.join(', ')}`).join(' · ');
}

/** Why a token is paused, and who can reactivate it. */
function restingWords({ restingBecause, isOwn, createdBy }: ApiToken): string {
  const why =
    restingBecause === 'second_factor'
      ? `${isOwn ? 'You' : createdBy} must have a second factor.`
      : `${isOwn ? 'Your' : `${createdBy}'s`} password changed.`;
  const then = isOwn
    ? 'If this token is yours, confirm it. If not, revoke it.'
    : `${createdBy} can confirm it.`;
  return `${why} ${then}`;
}
