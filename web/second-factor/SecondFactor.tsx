import { KeyRound, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Factors, Passkey } from '../../shared/second-factor.ts';
import { useAction } from '../api/action.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { ensureConfirmed } from '../api/reauthentication.ts';
import { count } from '../format.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import type { Icon } from '../ui/classes.ts';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { AppDialog, PasskeyDialog } from './AddFactor.tsx';
import { knowsPasskeys } from './FactorAnswer.tsx';
import { type Ending, type FactorStep, RecoveryCodes, type StepProps } from './RecoveryCodes.tsx';

/** The caller's second factors: authenticator app, passkeys and recovery codes. `headless`: on a page that has their title. */
export function SecondFactor({ headless = false }: { headless?: boolean }) {
  const { data, error, refetch } = useRead('getFactors');
  return (
    <Panel aria-label="Second factor">
      {!headless && (
        <PanelHead
          title="Second factor"
          right={data && (hasOne(data) ? <Badge tint="green">On</Badge> : <Badge quiet>Off</Badge>)}
        />
      )}
      {data ? (
        <OwnFactors factors={data} />
      ) : (
        <div className="p-4">
          {error ? <ReadFailed error={error} onRetry={refetch} /> : <Skeleton className="h-24" />}
        </div>
      )}
    </Panel>
  );
}

export const hasOne = ({ app, passkeys }: Factors): boolean => app !== null || passkeys.length > 0;

/** The factors with their actions. */
function OwnFactors({ factors }: { factors: Factors }) {
  const dialog = useDialogState<FactorStep>();
  async function confirmThenShow(step: FactorStep) {
    // Without a response the dialog opens anyway, and its own call reports the error.
    if (await ensureConfirmed('beginApp').catch(() => true)) dialog.show(step);
  }
  const begin = (step: FactorStep) => void confirmThenShow(step);
  const { passkeys, recoveryCodes, hasPassword } = factors;
  return (
    <>
      <p className="px-4 pt-4 text-label text-pretty text-muted">
        Asked for besides your password when you sign in, so that the password alone opens nothing.
        {!hasPassword && ' Your identity provider asks for its own when you sign in with it.'}
      </p>
      <ul className="p-4 pt-2">
        <AppRow factors={factors} onBegin={begin} />
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRemove={() => begin({ kind: 'removePasskey', passkey })}
          />
        ))}
        <AddPasskeyRow factors={factors} onBegin={begin} />
      </ul>
      {hasOne(factors) && (
        <div className="flex items-center justify-between gap-4 border-t bg-soft/40 px-4 py-3">
          <p className={recoveryCodes < 3 ? 'text-label text-bad' : 'text-label text-muted'}>
            {recoveryCodes === 0 ? 'No recovery codes left' : `${count(recoveryCodes, 'recovery code')} left`}
          </p>
          <Button size="sm" onClick={() => begin({ kind: 'codes' })}>
            New codes
          </Button>
        </div>
      )}
      {dialog.shown && (
        <FactorDialog
          key={dialog.shown.turn}
          step={dialog.shown.about}
          factors={factors}
          onNext={dialog.show}
          {...dialog.props}
        />
      )}
    </>
  );
}

type RowOf = { factors: Factors; onBegin: (step: FactorStep) => void };

function AppRow({ factors: { app, canAdd }, onBegin }: RowOf) {
  const text = canAdd.app ? 'A code from an app on your phone.' : 'Not set up on this server.';
  return (
    <Row
      icon={Smartphone}
      title="Authenticator app"
      text={app ? <Used at={app.lastUsedAt} since={app.createdAt} /> : text}
    >
      {app && (
        <Button size="sm" variant="danger" onClick={() => onBegin({ kind: 'removeApp' })}>
          Remove
        </Button>
      )}
      <Button size="sm" disabled={!canAdd.app} onClick={() => onBegin({ kind: 'app' })}>
        {app ? 'Replace' : 'Set up'}
      </Button>
    </Row>
  );
}

function AddPasskeyRow({ factors: { passkeys, canAdd }, onBegin }: RowOf) {
  const usable = canAdd.passkey && knowsPasskeys();
  return (
    <Row
      icon={KeyRound}
      title={passkeys.length > 0 ? 'Another passkey' : 'Passkey'}
      text={
        usable
          ? 'The fingerprint, face or PIN of a device, or a security key.'
          : 'Passkeys need a secure address (https) or localhost.'
      }
    >
      <Button size="sm" disabled={!usable} onClick={() => onBegin({ kind: 'passkey' })}>
        Add
      </Button>
    </Row>
  );
}

const PasskeyRow = ({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) => (
  <Row icon={KeyRound} title={passkey.name} text={<Used at={passkey.lastUsedAt} since={passkey.createdAt} />}>
    <Button size="sm" variant="danger" onClick={onRemove} aria-label={`Remove ${passkey.name}`}>
      Remove
    </Button>
  </Row>
);

const Used = ({ at, since }: { at: string | null; since: string }) =>
  at ? (
    <>
      Last used <Time at={at} focusable inline />
    </>
  ) : (
    <>
      Added <Time at={since} focusable inline />, not used yet
    </>
  );

type RowProps = { icon: Icon; title: string; text: ReactNode; children: ReactNode };

const Row = ({ icon: Picture, title, text, children }: RowProps) => (
  <li className="flex items-center gap-3 border-b py-3 last:border-b-0 last:pb-0 phone:flex-wrap">
    <Picture aria-hidden className="size-[18px] shrink-0 text-muted" />
    <div className="min-w-[min(100%,8rem)] flex-1">
      <p className="text-body font-medium break-words">{title}</p>
      <p className="text-hint text-pretty text-muted">{text}</p>
    </div>
    <div className="ml-auto flex shrink-0 gap-2">{children}</div>
  </li>
);

type Props = StepProps & { step: FactorStep; factors: Factors; onNext: (step: FactorStep) => void };

/** The dialog of a step. */
function FactorDialog({ step, factors, onNext, ...dialog }: Props) {
  const show = (codes: readonly string[]) => onNext({ kind: 'codesShown', codes });
  const added = (codes: readonly string[] | null) => (codes ? show(codes) : dialog.onClose());
  switch (step.kind) {
    case 'app':
      return <AppDialog {...dialog} replaces={factors.app !== null} onAdded={added} />;
    case 'passkey':
      return <PasskeyDialog {...dialog} onAdded={added} />;
    case 'codesShown':
      return <RecoveryCodes {...dialog} codes={step.codes} />;
    default:
      return <FactorQuestion {...dialog} ending={step} factors={factors} onCodes={show} />;
  }
}

type FactorQuestionProps = StepProps & {
  ending: Ending;
  factors: Factors;
  /** Called with the codes that replace the earlier ones. */
  onCodes: (codes: readonly string[]) => void;
};

/** Confirms the removal of a factor, or new recovery codes. */
function FactorQuestion({ ending, factors, open, onClose, onClosed, onCodes }: FactorQuestionProps) {
  const removeApp = useAction('removeApp');
  const removePasskey = useAction('removePasskey');
  const renew = useAction('renewRecoveryCodes');

  async function go() {
    if (ending.kind === 'codes') {
      const outcome = await renew.run({ body: {} });
      return outcome.ok ? onCodes(outcome.reply.recoveryCodes) : onClose();
    }
    if (ending.kind === 'removeApp') await removeApp.run({});
    else await removePasskey.run({ params: { id: ending.passkey.id } });
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      {...wordsOf(ending, factors)}
      danger={ending.kind !== 'codes'}
      pending={removeApp.pending || removePasskey.pending || renew.pending}
      onConfirm={() => void go()}
    />
  );
}

/** What removing the only factor means. */
function thenOf({ app, passkeys, required, hasPassword }: Factors): string {
  if ((app ? 1 : 0) + passkeys.length !== 1) return '';
  if (required) return ' Your company requires a second factor, so set up another first.';
  return hasPassword ? ' From then on your password alone signs you in.' : '';
}

function wordsOf(ending: Ending, factors: Factors) {
  const then = thenOf(factors);
  switch (ending.kind) {
    case 'removeApp':
      return {
        title: 'Remove the authenticator app?',
        text: `Its codes no longer work.${then}`,
        confirmLabel: 'Remove',
      };
    case 'removePasskey':
      return {
        title: `Remove ${ending.passkey.name}?`,
        text: `This passkey no longer works.${then}`,
        confirmLabel: 'Remove',
      };
    case 'codes':
      return {
        title: 'Make new recovery codes?',
        text: 'The codes you have now no longer work.',
        confirmLabel: 'Make new codes',
      };
  }
}
