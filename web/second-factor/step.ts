import type { Passkey } from '../../shared/second-factor.ts';

/** What is removed or replaced: the app, a passkey, or the recovery codes. */
export type Ending = { kind: 'removeApp' } | { kind: 'removePasskey'; passkey: Passkey } | { kind: 'codes' };

/** A step in managing second factors. */
export type FactorStep =
  | { kind: 'app' }
  | { kind: 'passkey' }
  | Ending
  | { kind: 'codesShown'; codes: readonly string[] };

/** Props of a step's dialog. */
export type StepProps = { open: boolean; onClose: () => void; onClosed: () => void };
/** Props of a dialog that adds a factor; recovery codes come with the first factor. */
export type AddingProps = StepProps & { onAdded: (recoveryCodes: readonly string[] | null) => void };
