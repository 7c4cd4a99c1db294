import { useState } from 'react';
import type * as z from 'zod/mini';
import type { Factor, SecondFactorForm } from '../../shared/second-factor.ts';
import { ApiError, call } from '../api/call.ts';
import { linkClass } from '../ui/classes.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';

const OTHERS: Record<Factor, string> = {
  passkey: 'Use a passkey',
  app: 'Use your authenticator app',
  recovery: 'Use a recovery code',
};
const FIELDS = {
  app: {
    label: 'Code',
    hint: 'The 6 digits from your authenticator app.',
    missing: 'Enter the 6 digits from your authenticator app',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes you kept when you set up your second factor. Each works once.',
    missing: 'Enter a recovery code',
  },
} as const;

/** State of a second-factor prompt: the chosen factor and the typed code. */
export function useFactorAnswer(factors: readonly Factor[]) {
  const offered = factors.filter((factor) => factor !== 'passkey' || knowsPasskeys());
  const [chosen, choose] = useState<Factor>();
  const factor = chosen ?? offered[0] ?? 'recovery';
  const [typed, type] = useState('');
  return {
    factor,
    /** The user switched factors: the pressed button is gone, so the new field takes the focus. */
    wasChosen: chosen !== undefined,
    typed,
    type,
    others: offered.filter((other) => other !== factor),
    choose(next: Factor) {
      choose(next);
      type('');
    },
    /** Error before sending. */
    missing: factor === 'passkey' || typed.trim() ? undefined : FIELDS[factor].missing,
    /** Body of the call; throws when the browser has no passkey for `begin`. */
    answer: (begin: 'beginPasskeySignIn' | 'beginConfirm') => answerOf(factor, typed, begin),
  };
}
type FactorAnswer = ReturnType<typeof useFactorAnswer>;

async function answerOf(
  factor: Factor,
  typed: string,
  begin: 'beginPasskeySignIn' | 'beginConfirm',
): Promise<z.input<typeof SecondFactorForm>> {
  if (factor === 'app') return { code: typed };
  if (factor === 'recovery') return { recoveryCode: typed };
  const options = (await call(begin, { body: {} })).data;
  return { passkey: { ...(await askForPasskey(options)) } };
}

type FieldProps = {
  answer: FactorAnswer;
  error: string | undefined;
  /** Replaces the text shown before the browser asks for a passkey. */
  passkeyText?: string;
  size?: 'md' | 'xl';
  pending?: boolean;
  /** Focuses the field on mount. */
  focus?: boolean;
};

/** The input for a code, or the text about a passkey. */
export function FactorField({ answer, error, passkeyText, size = 'md', pending, focus }: FieldProps) {
  const { factor, typed, type } = answer;
  if (factor === 'passkey')
    return (
      <>
        <p
          className={size === 'xl' ? 'text-sm/6 text-pretty text-muted' : 'text-body text-pretty text-muted'}
        >
          {passkeyText ?? 'Use the fingerprint, face, PIN or security key that you set up as your passkey.'}
        </p>
        {error && <Notice>{error}</Notice>}
      </>
    );
  const { label, hint } = FIELDS[factor];
  return (
    <Field key={factor} label={label} hint={hint} error={error} size={size}>
      <Input
        autoFocus={focus}
        value={typed}
        onChange={(event) => type(event.target.value)}
        readOnly={pending}
        inputMode={factor === 'app' ? 'numeric' : 'text'}
        autoComplete={factor === 'app' ? 'one-time-code' : 'off'}
        autoCapitalize="characters"
        spellCheck={false}
        className="font-mono tracking-wider"
      />
    </Field>
  );
}

/** Buttons for the other factors. */
export const OtherFactors = ({ answer: { others, choose } }: { answer: FactorAnswer }) =>
  others.map((other) => (
    <button key={other} type="button" className={linkClass} onClick={() => choose(other)}>
      {OTHERS[other]}
    </button>
  ));

type Library = typeof import('@simplewebauthn/browser');

/** Loaded when a passkey is first used. */
const library = (): Promise<Library> => import('@simplewebauthn/browser');

/** Whether the browser supports passkeys, which need a secure page. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** Asks the browser for one of the passkeys named by the server. Throws without one, or when the user cancels. */
async function askForPasskey(options: object) {
  const { startAuthentication } = await library();
  return startAuthentication({
    optionsJSON: options as Parameters<Library['startAuthentication']>[0]['optionsJSON'],
  });
}

/** Creates a passkey with the server's options. Throws like `askForPasskey`. */
export async function makePasskey(options: object) {
  const { startRegistration } = await library();
  return startRegistration({
    optionsJSON: options as Parameters<Library['startRegistration']>[0]['optionsJSON'],
  });
}

/** Message of a failed passkey: the server's, or the meaning of the browser's error. */
export function whyNoPasskey(error: unknown): string {
  if (error instanceof ApiError) return error.body.message || 'No connection. Try again.';
  const { name, code } = error as { name?: string; code?: string };
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return 'This device is one of your passkeys already.';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was used. Try again, or choose another way.';
  return 'This device could not use a passkey.';
}
