import { useEffect, useRef } from 'react';
import { NFC_ERROR_MS } from '../../device/scan/nfc-messages.ts';
import { useReader } from '../../device/scan/reader.ts';
import { type NfcListening, useNfcListening } from '../../device/scan/use-nfc-listening.ts';
import { PHONE, useMedia } from '../../ui/media.ts';
import { toast } from '../../ui/overlay/toast.ts';
import type { AuditWork } from '../use-audit-session.ts';
import type { ScanResult } from './scan-result.ts';

export type Scanner = NfcListening;

/** Reads tags for an audit by NFC and by readers that act as a keyboard. */
export function useScanner(work: AuditWork): Scanner {
  const { scan, mayAct, session } = work;
  const enabled = mayAct && session?.status === 'in_progress';
  useReader({ onRead: (code) => scan(code, true), enabled });
  useAnnounced(work.results);
  return useNfcListening({ enabled, onRead: (serial) => scan(serial, false) });
}

/** Says what a scan came to; a phone says it on the whole screen instead. */
function useAnnounced(results: readonly ScanResult[]) {
  const phone = useMedia(PHONE);
  const [latest] = results;
  const told = useRef(latest?.key);
  useEffect(() => {
    if (!latest || told.current === latest.key) return;
    told.current = latest.key;
    if (phone) return;
    const counted = latest.kind === 'counted';
    toast({
      title: latest.title,
      description: counted ? `${latest.identifier}, ${latest.message}` : latest.message,
      variant: counted ? 'success' : 'destructive',
      duration: NFC_ERROR_MS,
    });
  }, [latest, phone]);
}
