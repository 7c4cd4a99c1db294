import { type RefObject, useEffect, useState } from 'react';
import { ACTION_MESSAGES } from '../../shared/messages.ts';
import type { ApiError } from '../api/call.ts';
import { NFC_FAILED, NFC_OK, vibrate } from '../device/scan/nfc.ts';
import { toast } from '../ui/overlay/toast.ts';
import type { Outbox } from './outbox.ts';
import { isOver, refusalText } from './over.ts';
import { type ScanResult, scanResultOf } from './scan/scan-result.ts';
import { cachedSession, catchUp, putIn } from './session-cache.ts';

/** After the last answer of a burst, so that ten quick ticks ask once. */
const SETTLE_MS = 400;

/** How it became known here that the session has ended; null as long as it has not, or nothing has said so. */
export type End = 'here' | 'refused' | null;

/**
 * Hears what the server answers to ticks and scans: puts it on the screen, says what was refused, and asks what others did since. Answers
 * what the scans of this browser came to, newest first.
 */
export function useAnswers(id: number, outbox: Outbox, end: RefObject<End>): readonly ScanResult[] {
  const [results, setResults] = useState<readonly ScanResult[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    outbox.onOutcome = (outcome) => {
      if (outcome.reply?.late) sayLate(end);
      if (outcome.reply) putIn(id, outcome);
      else if (isOver(outcome.error)) end.current ??= 'refused';
      if (outcome.kind === 'scan') {
        const result = scanResultOf(outcome, cachedSession(id));
        setResults((before) => [result, ...before]);
        vibrate(result.kind === 'counted' ? NFC_OK : NFC_FAILED);
      }
      if (outcome.error && (outcome.kind === 'tick' || isOver(outcome.error))) sayRefused(outcome.error);
      clearTimeout(timer);
      timer = setTimeout(() => catchUp(id), isOver(outcome.error) || outcome.reply?.late ? 0 : SETTLE_MS);
    };
    outbox.sendNow();
    return () => {
      clearTimeout(timer);
      outbox.onOutcome = (outcome) => outcome.error && sayRefused(outcome.error);
    };
  }, [outbox, id, end]);
  return results;
}

/** Somebody completed the audit while these counts waited for a connection: said once, before the report opens. */
function sayLate(end: RefObject<End>): void {
  if (end.current !== null) return;
  end.current = 'refused';
  toast({
    title: 'This audit was completed elsewhere',
    description: 'Counts you made before are kept. They are listed in its report.',
  });
}

/** A tick that was refused falls back; it is said why, never silently. */
function sayRefused(error: ApiError): void {
  const description = refusalText(error, ACTION_MESSAGES.tickAudit.failed);
  toast({ title: 'Error', description, reference: error.reference, variant: 'destructive' });
}
