import type * as z from 'zod/mini';
import type { ConfirmForm, Factors } from '../../shared/second-factor.ts';
import { call } from '../api/call.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { PasswordInput } from '../ui/form/PasswordInput.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { Notice } from '../ui/Notice.tsx';
import { askForPasskey, knowsPasskeys, whyNoPasskey } from './passkey.ts';

type Way = 'password' | 'app' | 'passkey' | 'recovery';
type Answer = z.input<typeof ConfirmForm>;
/** How somebody says again who they are, and what they typed. `answer` asks the browser for the passkey; it throws when there is none. */
export type Confirmation = { way: Way; typed: string; answer: () => Promise<Answer> };

const WAYS: Record<Way, string> = {
  password: 'Password',
  app: 'Code',
  passkey: 'Passkey',
  recovery: 'Recovery code',
};

/** The ways that somebody has: the password, else what they set up. */
function waysOf({ hasPassword, app, passkeys, recoveryCodes, canAdd }: Factors): Way[] {
  const ways: Way[] = [];
  if (hasPassword) ways.push('password');
  if (app) ways.push('app');
  if (passkeys.length > 0 && canAdd.passkey && knowsPasskeys()) ways.push('passkey');
  if (recoveryCodes > 0 && ways.length === 0) ways.push('recovery');
  return ways;
}

export const startOf = (factors: Factors): Confirmation => of(waysOf(factors)[0] ?? 'password', '');

const of = (way: Way, typed: string): Confirmation => ({ way, typed, answer: () => answerOf(way, typed) });

async function answerOf(way: Way, typed: string): Promise<Answer> {
  if (way === 'password') return { currentPassword: typed };
  if (way === 'app') return { code: typed };
  if (way === 'recovery') return { recoveryCode: typed };
  const options = (await call('beginConfirm', { body: {} })).data;
  return { passkey: { ...(await askForPasskey(options)) } };
}

/** What to show of an answer that could not be given, by its field. */
export const errorOfAnswer = (error: unknown): Record<string, string> => ({ passkey: whyNoPasskey(error) });

type Props = {
  factors: Factors;
  value: Confirmation;
  onChange: (value: Confirmation) => void;
  /** What the server said, by field. */
  errors: Record<string, string>;
};

/** Asks who somebody is: by the password, a code or a passkey, whichever they have. */
export function ConfirmFields({ factors, value: { way, typed }, onChange, errors }: Props) {
  const ways = waysOf(factors);
  const input = {
    value: typed,
    onChange: (event: { target: { value: string } }) => onChange(of(way, event.target.value)),
  };
  return (
    <div className="grid gap-3">
      {ways.length > 1 && (
        <Segmented
          block
          label="How to confirm"
          value={way}
          onValueChange={(next) => onChange(of(next, ''))}
          segments={ways.map((one) => ({ value: one, label: WAYS[one] }))}
        />
      )}
      {way === 'password' && (
        <Field label="Current Password" required error={errors.currentPassword}>
          <PasswordInput {...input} />
        </Field>
      )}
      {way === 'app' && (
        <Field label="Code" required hint="The 6 digits from your authenticator app." error={errors.code}>
          <Input {...input} inputMode="numeric" autoComplete="one-time-code" className="font-mono" />
        </Field>
      )}
      {way === 'recovery' && (
        <Field label="Recovery code" required error={errors.recoveryCode}>
          <Input {...input} autoComplete="off" className="font-mono" />
        </Field>
      )}
      {way === 'passkey' &&
        (errors.passkey ? (
          <Notice>{errors.passkey}</Notice>
        ) : (
          <p className="text-label text-muted">Your browser asks for your passkey next.</p>
        ))}
    </div>
  );
}
