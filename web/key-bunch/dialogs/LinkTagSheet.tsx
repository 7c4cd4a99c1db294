import { Nfc, ScanLine } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { NAME_MAX } from '../../../shared/limits.ts';
import { isNfcSupported } from '../../device/scan/nfc.ts';
import { nfcMessage } from '../../device/scan/nfc-listening.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input, type InputProps } from '../../ui/form/Input.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { type TagLink, type TagScan, useTagLinking } from './use-tag.ts';

type Props = {
  bunch: KeyBunchDetail;
  tag: TagLink;
  open: boolean;
  onClose: () => void;
  onLinked: () => void;
};

/** The linking sheet on a phone: scans from its opening on, or takes a typed serial. Closes once linked. */
export function LinkTagSheet({ bunch, tag, open, onClose, onLinked }: Props) {
  function close() {
    tag.setSerial('');
    onClose();
  }
  const { scan, link } = useTagLinking(
    tag,
    () => {
      close();
      onLinked();
    },
    open,
  );
  const latest = useRef(scan);
  useEffect(() => {
    latest.current = scan;
  });
  useEffect(() => {
    if (!open) return;
    // Browsers grant NFC only within the press that opened the sheet.
    if (isNfcSupported()) latest.current.start();
    return () => latest.current.stop();
  }, [open]);

  const facts = [bunch.identifier, bunch.location.name, bunch.currentTag && `Tag ${bunch.currentTag}`];
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Link NFC tag"
      description={facts.filter(Boolean).join(' · ')}
      dirty={tag.serial.trim() !== ''}
      sending={tag.pending}
      onSubmit={link}
      foot={
        <Button type="submit" variant="primary" disabled={!tag.filled} pending={tag.pending}>
          Link
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Listening scan={scan} linking={tag.pending} />
        <p className="flex items-center gap-3 text-body text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or type it
        </p>
        <Field label="NFC serial" hint="Printed on the NFC tag, or read by a USB reader">
          <SerialInput tag={tag} enterKeyHint="done" />
        </Field>
      </div>
    </Dialog>
  );
}

/** The serial to link, typed or from a keyboard reader. */
export const SerialInput = ({ tag, ...rest }: { tag: TagLink } & InputProps) => (
  <Input
    {...rest}
    value={tag.serial}
    maxLength={NAME_MAX}
    onChange={(event) => tag.setSerial(event.target.value)}
    data-wedge=""
    autoCapitalize="characters"
    autoComplete="off"
    spellCheck={false}
  />
);

/** The phone's NFC state; fixed height. */
function Listening({ scan, linking }: { scan: TagScan; linking: boolean }) {
  const listening = scan.state === 'listening';
  const unsupported = isNfcSupported() ? null : nfcMessage('details', 'unsupported');
  return (
    <div
      role="status"
      className={cx(
        'flex h-60 flex-col items-center justify-center gap-1 rounded-xl border-2 border-dashed px-5 py-6 text-center',
        listening ? 'border-link/60' : 'border-control/60',
      )}
    >
      <span
        aria-hidden
        className={cx(
          'mb-3 grid size-20 shrink-0 place-items-center rounded-full',
          listening || linking ? 'bg-link/10 text-link' : 'bg-soft text-muted',
          listening && 'animate-pulse',
        )}
      >
        <Nfc className="size-9" />
      </span>
      {unsupported ? (
        <Say title={unsupported.title}>{unsupported.description}</Say>
      ) : linking ? (
        <Say title="Linking...">One moment</Say>
      ) : listening ? (
        <Say title="Hold your phone to the tag">
          Listening<span aria-hidden> for {scan.secondsLeft} more seconds</span>
        </Say>
      ) : scan.state === 'starting' ? (
        <Say title="Starting NFC">Allow it if the browser asks</Say>
      ) : (
        <>
          <p className="text-title font-semibold">Not listening</p>
          <Button className="mt-2" icon={ScanLine} onClick={scan.start}>
            Scan again
          </Button>
        </>
      )}
    </div>
  );
}

const Say = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <p className="text-title font-semibold">{title}</p>
    <p className="text-body text-pretty text-muted">{children}</p>
  </>
);
