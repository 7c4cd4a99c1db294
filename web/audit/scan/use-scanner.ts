import { useEffect, useRef, useState } from 'react';
import { mayListen } from '../../device/scan/may-listen.ts';
import { isNfcSupported, type NfcFailure, type NfcScan, useNfcScan } from '../../device/scan/nfc.ts';
import { NFC_ERROR_MS, toastNfcFailure } from '../../device/scan/nfc-messages.ts';
import { useReader } from '../../device/scan/reader.ts';
import { PHONE, useMedia } from '../../ui/media.ts';
import { toast } from '../../ui/overlay/toast.ts';
import type { AuditWork } from '../use-audit-session.ts';
import type { ScanResult } from './scan-result.ts';

export type Scanner = NfcScan & {
  /** Why the device does not listen; null while it does or was not asked. */
  failure: NfcFailure | null;
};

/**
 * Reads tags for an audit by NFC and by readers that act as a keyboard. It begins to listen by itself where the browser lets it: right
 * after a press (Start Audit, Continue), or when the permission was given before.
 */
export function useScanner(work: AuditWork): Scanner {
  const { scan, mayAct, session } = work;
  const [failure, setFailure] = useState<NfcFailure | null>(isNfcSupported() ? null : 'unsupported');
  const nfc = useNfcScan({
    onRead: (serial) => {
      setFailure(null);
      scan(serial, false);
    },
    onError: (problem) => {
      if (problem !== 'read-error') setFailure(problem);
      toastNfcFailure('audit', problem);
    },
  });
  const enabled = mayAct && session?.status === 'in_progress';
  useReader({ onRead: (code) => scan(code, true), enabled });

  const begin = useRef(nfc.start);
  begin.current = nfc.start;
  useEffect(() => {
    if (!enabled || !isNfcSupported()) return;
    let left = false;
    void mayListen().then((may) => {
      if (may && !left) begin.current();
    });
    return () => {
      left = true;
    };
  }, [enabled]);

  useAnnounced(work.results);
  return {
    ...nfc,
    failure,
    start: () => {
      setFailure(null);
      nfc.start();
    },
  };
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
