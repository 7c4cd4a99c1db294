import { ExternalLink, KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ACTION_MESSAGES } from '../../shared/action-messages.ts';
import type { CallName } from '../../shared/api.ts';
import type { Factor } from '../../shared/second-factor.ts';
import { CONFIRMED_MINUTES } from '../../shared/session.ts';
import { whyRefused } from '../api/action.ts';
import { ApiError, call } from '../api/call.ts';
import { queries } from '../api/queries.ts';
import { useRead } from '../api/read.ts';
import { withReauthentication } from '../api/reauthentication.ts';
import { FactorField, OtherFactors, useFactorAnswer, whyNoPasskey } from '../second-factor/FactorAnswer.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Field } from '../ui/form/Field.tsx';
import { PasswordInput } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useStillOpen } from '../ui/overlay/dialog-state.ts';
import { TooltipProvider } from '../ui/overlay/Tooltip.tsx';

type Props = {
  email: string;
  /** The call that waits for the confirmation. */
  call: CallName;
  onDone: (confirmed: boolean) => void;
};

const TITLE = "Confirm it's you";

/** Asks for the password or a sign-in, replacing any open dialog; afterwards that one returns and its call continues. */
export function ConfirmIdentity({ email, call: name, onDone }: Props) {
  const { data, error: unread, refetch } = useRead('getConfirmation', {}, { fresh: true });
  const form = useConfirmForm(data?.factors ?? [], onDone);
  const { ways = [], factors = [] } = data ?? {};
  const byPassword = ways.includes('password');
  // The pending button has the focus; the field must exist when the dialog opens.
  if (!data && !unread) return null;
  return (
    <TooltipProvider>
      <Dialog
        open
        hidesOthers
        onOpenChange={() => onDone(false)}
        title={TITLE}
        description={`${byPassword ? 'Enter your password' : 'Sign in again'} to ${purposeOf(name)}. You won't be asked again for ${CONFIRMED_MINUTES} minutes.`}
        {...(byPassword && { onSubmit: () => void form.confirm() })}
        foot={
          byPassword ? (
            <Button
              key={form.answer.factor}
              type="submit"
              variant="primary"
              autoFocus={form.byPasskey && form.answer.wasChosen}
              icon={form.byPasskey ? KeyRound : undefined}
              pending={form.pending}
              pendingLabel="Confirming..."
            >
              {form.byPasskey ? 'Confirm with passkey' : 'Confirm'}
            </Button>
          ) : (
            // Cancel only.
            <span hidden />
          )
        }
      >
        <div className="grid gap-4">
          {unread && (
            <Notice>
              {whyRefused(unread, FAILED)} <Button onClick={() => void refetch()}>Try again</Button>
            </Notice>
          )}
          {byPassword && <ByPassword email={email} form={form} asksFactor={factors.length > 0} />}
          {ways.includes('single_sign_on') && <BySingleSignOn onDone={onDone} />}
          {data && ways.length === 0 && (
            <p className="text-body text-pretty">
              You have no password yet. Sign out, choose “Forgot password?” and set one.
            </p>
          )}
        </div>
      </Dialog>
    </TooltipProvider>
  );
}

const FAILED = ACTION_MESSAGES.confirmIdentity.failed;
type Form = ReturnType<typeof useConfirmForm>;

/** The password and, where set up, a second factor. */
function ByPassword({ email, form, asksFactor }: { email: string; form: Form; asksFactor: boolean }) {
  const { password, setPassword, answer, errors } = form;
  return (
    <>
      {errors.other && <Notice>{errors.other}</Notice>}
      {/* Gives the password manager the user name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label="Password" error={errors.password} hint={`Of ${email}`}>
        <PasswordInput
          value={password}
          autoComplete="current-password"
          data-autofocus=""
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {asksFactor && (
        <div className="grid gap-2">
          <FactorField
            answer={answer}
            focus={answer.wasChosen}
            error={errors[answer.factor]}
            passkeyText="Your browser asks for your passkey next."
          />
          {answer.others.length > 0 && (
            <div className="flex flex-wrap gap-x-4 gap-y-1 text-label">
              <OtherFactors answer={answer} />
            </div>
          )}
        </div>
      )}
    </>
  );
}

/** Errors by field; `other` for the form. */
type Errors = Partial<Record<'password' | Factor | 'other', string>>;

function useConfirmForm(factors: readonly Factor[], onDone: Props['onDone']) {
  const [password, setPassword] = useState('');
  const answer = useFactorAnswer(factors);
  const [errors, setErrors] = useState<Errors>({});
  const [pending, setPending] = useState(false);
  const { factor } = answer;
  const isStillOpen = useStillOpen();
  const needsFactor = factors.length > 0;

  function noteRefusal(error: unknown) {
    if (!(error instanceof ApiError)) return setErrors({ [factor]: whyNoPasskey(error) });
    const { password: ofPassword, code, recoveryCode, passkey } = error.body.errors ?? {};
    const ofFactor = code ?? recoveryCode ?? passkey;
    if (ofPassword) setErrors({ password: ofPassword });
    else if (ofFactor && needsFactor) setErrors({ [factor]: ofFactor });
    else setErrors({ other: whyRefused(error, FAILED) });
    // Another factor was set up meanwhile.
    if (ofFactor && !needsFactor) void queries.invalidateQueries({ queryKey: ['getConfirmation'] });
  }

  async function confirm() {
    const missing: Errors = {
      ...(!password && { password: 'Password is required' }),
      ...(needsFactor && answer.missing && { [factor]: answer.missing }),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setPending(true);
    try {
      // A new sign-in is a confirmation; the typed code may be used up.
      const { data } = await withReauthentication('getConfirmation', () => call('getConfirmation'));
      if (!isStillOpen()) return;
      if (data.confirmed) return onDone(true);
      const body = { password, ...(needsFactor && (await answer.answer('beginConfirm'))) };
      if (!isStillOpen()) return;
      await withReauthentication('confirmIdentity', () => call('confirmIdentity', { body }));
      // One recovery code fewer.
      if (needsFactor && factor === 'recovery') void queries.invalidateQueries({ queryKey: ['getFactors'] });
      if (isStillOpen()) onDone(true);
    } catch (refusal) {
      noteRefusal(refusal);
      setPending(false);
    }
  }
  const byPasskey = needsFactor && factor === 'passkey';
  return { password, setPassword, answer, errors, pending, confirm, byPasskey };
}

/** Signs in with the provider in a separate window; checks for the confirmation whenever this one is focused. */
function BySingleSignOn({ onDone }: Pick<Props, 'onDone'>) {
  const [left, setLeft] = useState(false);
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const answer = await call('getConfirmation').catch(() => null);
      if (answer?.data.confirmed) onDone(true);
    };
    const cameBack = () => void look();
    window.addEventListener('focus', cameBack);
    document.addEventListener('visibilitychange', cameBack);
    return () => {
      window.removeEventListener('focus', cameBack);
      document.removeEventListener('visibilitychange', cameBack);
    };
  }, [onDone]);
  return (
    <div className="grid gap-2">
      <a
        href="/api/login/confirm"
        target="_blank"
        rel="noopener"
        data-button=""
        className={buttonClass({ block: true })}
        onClick={() => setLeft(true)}
      >
        <ExternalLink aria-hidden className="size-[15px]" />
        Confirm with single sign-on
      </a>
      <p className="text-hint text-pretty text-muted" role="status">
        {left ? 'Sign in there, then come back to this window.' : 'Opens in a new window.'}
      </p>
    </div>
  );
}

/** Each call's action, after "Enter your password to". */
const PURPOSES: Partial<Record<CallName, string>> = {
  endSession: 'sign out another device',
  endOtherSessions: 'sign out your other devices',
  updateCompany: "change your company's email address",
  requireSecondFactor: 'change how your company signs in',
  createUser: 'add a user',
  updateUser: 'change an account',
  inviteUser: 'make a sign-in link',
  resetFactors: "reset a user's second factor",
  deleteLocation: 'delete this location',
  deleteKeyBunch: 'delete this key set',
  undoImport: 'undo this import',
  createToken: 'add an API token',
  confirmToken: 'confirm this API token',
  revokeToken: 'revoke this API token',
  createKiosk: 'add a kiosk',
  renewKioskCode: 'make a new link for this kiosk',
  setOwnKioskNumber: 'set your kiosk number',
  createFirstKioskNumber: 'give a first kiosk number',
  createWebhook: 'add a webhook',
  updateWebhook: 'change this webhook',
  deleteWebhook: 'delete this webhook',
  renewWebhookSecret: "renew this webhook's secret",
};

const SIGN_IN = 'change how you sign in';
const SIGN_IN_CALLS: readonly CallName[] = [
  'beginApp',
  'addApp',
  'removeApp',
  'beginPasskey',
  'addPasskey',
  'removePasskey',
  'renewRecoveryCodes',
];

/** The action of a refused call, such as "export data". */
function purposeOf(name: CallName): string {
  if (SIGN_IN_CALLS.includes(name)) return SIGN_IN;
  return PURPOSES[name] ?? (name.startsWith('export') ? 'export data' : 'go on');
}
