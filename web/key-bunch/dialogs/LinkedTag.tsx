import { Nfc } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../../shared/api.ts';
import type { AuditLog } from '../../../shared/audit-log.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { actorName } from '../../../shared/user-name.ts';
import { useRead } from '../../api/read.ts';
import { useMay } from '../../session.tsx';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Time } from '../../ui/Time.tsx';
import { serialText } from '../TagText.tsx';

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
