import type { Passkey } from '../../shared/second-factor.ts';

/** What of one's second factors ends: the app, a passkey, or the recovery codes that one has. */
export type Ending = { kind: 'removeApp' } | { kind: 'removePasskey'; passkey: Passkey } | { kind: 'codes' };

/** What somebody does with their second factors. */
export type FactorStep =
  | { kind: 'app' }
  | { kind: 'passkey' }
  | Ending
  | { kind: 'codesShown'; codes: readonly string[] };

/** A dialog that is a step. */
export type StepProps = { open: boolean; onClose: () => void; onClosed: () => void };
/** One in which a factor is added: it is there, with the recovery codes when they were made with it. */
export type AddingProps = StepProps & { onAdded: (recoveryCodes: readonly string[] | null) => void };
