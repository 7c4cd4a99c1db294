import { Link2, Nfc, ScanLine, Unlink } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import type { AuditLog } from '../../../shared/movement.ts';
import { actorName } from '../../../shared/user-name.ts';
import { useRead } from '../../api/read.ts';
import { serialText } from '../../BunchText.tsx';
import { isNfcSupported } from '../../device/scan/nfc.ts';
import { useMay } from '../../session.tsx';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { Button } from '../../ui/Button.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Time } from '../../ui/Time.tsx';
import { LinkTagSheet, SerialInput } from './LinkTagSheet.tsx';
import { type TagLink, type TagScan, useTagLinking } from './use-tag.ts';

type Props = { bunch: KeyBunchDetail; tag: TagLink };

/**
 * The NFC tag in Key Details: linked by scan, reader or typed serial, and unlinked, without saving the form. On a phone linking has its own
 * sheet.
 */
export function TagBox({ bunch, tag }: Props) {
  const phone = useMedia(PHONE);
  const head = useId();
  const box = useRef<HTMLElement>(null);
  const [confirming, setConfirming] = useState(false);
  const focusBox = () => box.current?.focus();

  async function unlink() {
    if (!(await tag.unlink()).ok) return;
    setConfirming(false);
    // After the question restored the focus to a removed button.
    setTimeout(focusBox);
  }

  const unlinkButton = (
    <Button size="sm" icon={Unlink} onClick={() => setConfirming(true)}>
      Unlink
    </Button>
  );
  return (
    <section ref={box} tabIndex={-1} aria-labelledby={head} className="flex flex-col gap-1.5 outline-none">
      <h3 id={head} className="text-label font-medium phone:sr-only">
        NFC tag
      </h3>
      {bunch.nfcSerial ? (
        <LinkedTag bunch={bunch} action={unlinkButton} />
      ) : phone ? (
        <PhoneTag bunch={bunch} tag={tag} onLinked={focusBox} />
      ) : (
        <OpenTag tag={tag} onLinked={focusBox} />
      )}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Unlink the NFC tag from ${bunch.identifier}?`}
        text={`Scanning ${serialText(bunch.nfcSerial)} will no longer find this set. You can link the NFC tag again, to this set or another.`}
        confirmLabel="Unlink NFC tag"
        pending={tag.pending}
        onConfirm={unlink}
      />
    </section>
  );
}

const NO_TAG = 'No NFC tag linked';

function PhoneTag({ bunch, tag, onLinked }: Props & { onLinked: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-end gap-3 rounded-lg border px-3.5 py-3">
      <ActionSquare icon={Nfc} size={36} dashed />
      <div className="min-w-0 flex-1 basis-36">
        <p className="text-body font-medium">{NO_TAG}</p>
        <p className="text-hint text-muted">Scan it, or type its serial.</p>
      </div>
      <Button size="sm" icon={Link2} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Link NFC tag
      </Button>
      <LinkTagSheet
        bunch={bunch}
        tag={tag}
        open={open}
        onClose={() => setOpen(false)}
        onLinked={() => setTimeout(onLinked)}
      />
    </div>
  );
}

function OpenTag({ tag, onLinked }: { tag: TagLink; onLinked: () => void }) {
  const { scan, link } = useTagLinking(tag, onLinked);
  return (
    <>
      <div className="overflow-hidden rounded-lg border">
        <ScanRow scan={scan} />
        <div className="flex items-center gap-2 border-t bg-soft/60 px-3.5 py-2.5">
          <div className="min-w-0 flex-1">
            <SerialInput
              tag={tag}
              aria-label="NFC serial"
              placeholder="Serial, such as 04:A2:2F:1B:6C:80"
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // Enter links and must not submit the form.
                event.preventDefault();
                void link();
              }}
            />
          </div>
          <Button icon={Link2} disabled={!tag.filled} pending={tag.pending} onClick={link}>
            Link
          </Button>
        </div>
      </div>
      <p className="text-hint text-muted">
        {!isNfcSupported() && 'Scanning needs Chrome on Android. '}An NFC tag can be linked to one key set at
        a time.
      </p>
    </>
  );
}

/** Starts a scan, and shows that it runs. */
function ScanRow({ scan }: { scan: TagScan }) {
  const listening = scan.state === 'listening';
  return (
    <div className="flex flex-wrap items-center justify-end gap-3 px-3.5 py-3">
      <ActionSquare
        icon={Nfc}
        size={36}
        dashed
        className={listening ? 'animate-pulse border-link! text-link!' : undefined}
      />
      <div className="min-w-0 flex-1 basis-36" role="status">
        <p className="text-body font-medium">{listening ? 'Hold your phone to the tag' : NO_TAG}</p>
        <p className="text-hint text-muted">
          {listening ? (
            <>
              Listening
              <span aria-hidden> for {scan.secondsLeft} more seconds</span>
            </>
          ) : (
            'Scan it with a phone or a reader, or type its serial.'
          )}
        </p>
      </div>
      {scan.state === 'idle' ? (
        <Button size="sm" icon={ScanLine} onClick={scan.start}>
          Scan NFC tag
        </Button>
      ) : (
        <Button size="sm" onClick={scan.stop}>
          Stop
        </Button>
      )}
    </div>
  );
}

const LINKED = 'NFC tag linked';

/** A bunch's linked NFC tag: serial, and where there is room and permission, who linked it. */
export function LinkedTag({ bunch, action }: { bunch: KeyBunchDetail; action?: ReactNode }) {
  const phone = useMedia(PHONE);
  if (!bunch.nfcSerial) return null;
  const serial = serialText(bunch.nfcSerial);
  return (
    <div className="flex flex-wrap items-center justify-end gap-3 rounded-lg border px-3.5 py-3">
      <ActionSquare icon={Nfc} tint="emerald" size={36} />
      <div className="min-w-0 flex-1 basis-36">
        {phone ? (
          <>
            <p className="text-body font-medium">{LINKED}</p>
            <p className="text-hint wrap-anywhere text-muted tabular-nums">{serial}</p>
          </>
        ) : (
          <>
            <p className="text-body font-medium wrap-anywhere tabular-nums">{serial}</p>
            <p className="truncate text-hint text-muted">
              <LinkedBy bunch={bunch} />
            </p>
          </>
        )}
      </div>
      {action}
    </div>
  );
}

/** The log entry of the link: its own, an edit's, or the creation's. */
function LinkedBy({ bunch: { id, nfcSerial } }: { bunch: KeyBunchDetail }) {
  const may = useMay();
  const query = { keyBunchId: String(id) };
  const { data } = useRead('listAuditLogs', { query }, { enabled: may(api.listAuditLogs.needs) });
  const linkIn = ({ details }: AuditLog) =>
    (details.changes as Record<string, { to: unknown } | undefined> | undefined)?.nfcSerial;
  const entry =
    data?.find((one) => linkIn(one)?.to === nfcSerial) ??
    (data?.some(linkIn) ? undefined : data?.find(({ action }) => action === 'create'));
  if (!entry) return LINKED;
  return (
    <>
      Linked <Time at={entry.timestamp} inline />
      {entry.user && ` by ${actorName(entry.user)}`}
    </>
  );
}
