import { useRef } from 'react';
import type { NewKiosk } from '../../shared/kiosk.ts';
import { KIOSK_CODE_MINUTES, kioskLink } from '../../shared/kiosk-words.ts';
import type { Shown } from '../form/RecordDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { qrCodeOf } from '../ui/qr-code.ts';

/** The link that makes a tablet the kiosk: to scan with the tablet's camera, to copy, or as a code to type. Shown once. */
export function KioskLink({ kiosk, open, onClose, onClosed }: Shown & { kiosk: NewKiosk }) {
  const { name, code, location } = kiosk;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={`Link for ${name}`}
      description={`Open it on the tablet at ${location.name}. It works once, within ${KIOSK_CODE_MINUTES} minutes.`}
      size={520}
      cancelLabel={null}
      foot={<Button onClick={onClose}>Done</Button>}
    >
      {code ? (
        <Link code={code} />
      ) : (
        <Notice variant="warning" title="The link was made but can't be shown">
          It is shown only once. Make a new one.
        </Notice>
      )}
    </Dialog>
  );
}

function Link({ code }: { code: string }) {
  const field = useRef<HTMLInputElement>(null);
  const link = kioskLink(window.location.origin, code);
  const { size, path } = qrCodeOf(link);
  return (
    <div className="flex items-start gap-5 phone:flex-col phone:items-center">
      <svg
        viewBox={`-2 -2 ${size + 4} ${size + 4}`}
        role="img"
        aria-label="QR code of the link"
        className="size-44 shrink-0 rounded-lg bg-white"
      >
        <path d={path} fill="#000" />
      </svg>
      <div className="grid w-full min-w-0 gap-4">
        <Field label="Link" hint="Shown once.">
          <Input
            ref={field}
            readOnly
            value={link}
            className="font-mono text-hint"
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <CopyButton
          block
          variant="primary"
          data-autofocus=""
          text={link}
          noun="Link"
          label="Copy link"
          onFailed={() => field.current?.select()}
        />
        <p className="text-hint text-pretty text-muted">
          Or open <span className="font-mono wrap-anywhere">{window.location.host}/kiosk</span> there and type{' '}
          <b className="font-mono font-semibold wrap-anywhere text-fg select-all">{code}</b>
        </p>
      </div>
    </div>
  );
}
