import { Download, Printer } from 'lucide-react';
import { createPortal } from 'react-dom';
import type { Passkey } from '../../shared/second-factor.ts';
import { saveFile } from '../device/download.tsx';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';

/** New recovery codes. */
export const RecoveryCodes = ({
  codes,
  open,
  onClose,
  onClosed,
}: StepProps & { codes: readonly string[] }) => (
  <Dialog
    open={open}
    onOpenChange={(next) => !next && onClose()}
    onClosed={onClosed}
    title="Your recovery codes"
    cancelLabel={null}
    foot={
      <Button variant="primary" onClick={onClose}>
        I have kept them
      </Button>
    }
  >
    <Codes codes={codes} />
  </Dialog>
);

/** Shown once: to copy, download or print. */
function Codes({ codes }: { codes: readonly string[] }) {
  const { email } = useMe();
  const text = [`Keyhold recovery codes for ${email}`, 'Each works once.', '', ...codes, ''].join('\r\n');
  const download = () => saveFile(new Blob([text], { type: 'text/plain' }), 'keyhold-recovery-codes.txt');

  return (
    <div className="grid gap-4">
      <Notice variant="warning" title="Keep these codes somewhere safe">
        They are shown only now. Each signs you in once if you lose your device. Without them only an
        administrator can let you in again.
      </Notice>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1.5 rounded-lg border bg-soft/40 px-4 py-3 font-mono text-label sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 phone:flex-col">
        <Button icon={Download} onClick={download}>
          Download
        </Button>
        <Button icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
        <CopyButton text={codes.join('\n')} noun="Recovery codes" label="Copy" />
      </div>
      {createPortal(<Printed email={email} codes={codes} />, document.body)}
    </div>
  );
}

/** The printed codes. */
const Printed = ({ email, codes }: { email: string; codes: readonly string[] }) => (
  <div data-print-alone="" className="hidden print:block">
    <h1 className="text-[1.3125rem]/7 font-semibold">Keyhold recovery codes</h1>
    <p>For {email}. Each works once.</p>
    <ul className="mt-4 grid gap-2 font-mono text-[0.875rem]">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  </div>
);

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
