import { useEffect, useState } from 'react';
import { ACTION_MESSAGES } from '../../../shared/action-messages.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { isRandomSerial, normaliseSerial, RANDOM_SERIAL } from '../../../shared/key-bunch-words.ts';
import { type Outcome, useAction } from '../../api/action.ts';
import type { ApiError } from '../../api/call.ts';
import { failedText } from '../../api/call.ts';
import { NFC_FAILED, NFC_OK, useNfcScan, vibrate } from '../../device/scan/nfc.ts';
import {
  NFC_ERROR_MS,
  type NfcPlace,
  toastNfcFailure,
  toastNfcHint,
} from '../../device/scan/nfc-listening.ts';
import { useReader } from '../../device/scan/reader.ts';
import { toast } from '../../ui/overlay/toast.ts';

/** A bunch's tag: the typed serial and both actions, which return the changed bunch or the error. */
export type TagLink = {
  serial: string;
  setSerial: (serial: string) => void;
  /** Whether the text can be a serial. */
  filled: boolean;
  pending: boolean;
  /** `ifMatch`: the `updatedAt` of the form that is saved with it. */
  link: (serial: string, ifMatch?: string) => Promise<Outcome<KeyBunchDetail>>;
  unlink: () => Promise<Outcome<KeyBunchDetail>>;
};

/** The toast of a failed link. */
function linkFailure(error: ApiError) {
  const { body } = error;
  const taken = body.code === 'nfc_in_use';
  const other = taken && body.identifier;
  return {
    title: taken ? 'Cannot Use Same NFC Tag' : ACTION_MESSAGES.linkNfc.failed,
    description: other ? `This NFC tag is already assigned to keys ${other}` : failedText(error),
    duration: NFC_ERROR_MS,
  };
}

const unlinkFailure = (error: ApiError) => ({
  title: ACTION_MESSAGES.unlinkNfc.failed,
  description: failedText(error),
  duration: NFC_ERROR_MS,
});

/** Links and unlinks a bunch's tag; `onChanged` gets the new bunch. A refused serial is cleared, but not with a stale form. */
export function useTagLink(id: number, onChanged: (bunch: KeyBunchDetail) => void): TagLink {
  const [serial, setSerial] = useState('');
  const linking = useAction('linkNfc', { failure: linkFailure });
  const unlinking = useAction('unlinkNfc', { failure: unlinkFailure });

  async function link(nfcSerial: string, ifMatch?: string) {
    const linked = await linking.run({ params: { id }, body: { nfcSerial }, ifMatch });
    if (linked.ok || linked.error.body.code !== 'stale') setSerial('');
    if (linked.ok) onChanged(linked.reply);
    return linked;
  }

  return {
    serial,
    setSerial,
    filled: normaliseSerial(serial) !== '',
    pending: linking.pending || unlinking.pending,
    link,
    unlink: async () => {
      const unlinked = await unlinking.run({ params: { id } });
      if (unlinked.ok) onChanged(unlinked.reply);
      return unlinked;
    },
  };
}

/** Links by scan or reader while `listens`, the phone vibrating, and by the typed serial with `link`. */
export function useTagLinking(tag: TagLink, onLinked: () => void, listens = true) {
  async function linkScanned(serial: string) {
    const { ok } = await tag.link(serial);
    vibrate(ok ? NFC_OK : NFC_FAILED);
    if (ok) onLinked();
  }
  async function link() {
    if (tag.filled && !tag.pending && (await tag.link(tag.serial)).ok) onLinked();
  }
  const scan = useTagScan({ place: 'details', onSerial: linkScanned });
  useReader({ onRead: linkScanned, enabled: listens && !tag.pending, inDialog: true });
  return { scan, link };
}

/** Timeout of a dialog's scan, in seconds. */
const TAG_SCAN_SECONDS = 10;

/** Counts down while `running`. */
function useSecondsLeft(running: boolean): number {
  const [left, setLeft] = useState(TAG_SCAN_SECONDS);
  useEffect(() => {
    if (!running) return;
    setLeft(TAG_SCAN_SECONDS);
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return left;
}

type Options = {
  place: NfcPlace;
  onSerial: (serial: string) => void;
  /** Whether a toast gives the instructions; false where the screen does. */
  hint?: boolean;
};

/**
 * Scans one tag within 10 seconds. Errors are toasts, also for a tag with random serials, which could not be found again (decision 0010).
 */
export function useTagScan({ place, onSerial, hint = false }: Options) {
  const scan = useNfcScan({
    onRead: (serial) => {
      if (!isRandomSerial(serial)) return onSerial(serial);
      vibrate(NFC_FAILED);
      toast({
        title: 'Cannot Use This NFC Tag',
        description: RANDOM_SERIAL,
        variant: 'destructive',
      });
    },
    onError: (failure) => toastNfcFailure(place, failure),
    limitMs: TAG_SCAN_SECONDS * 1000,
    once: true,
  });
  const listening = scan.state === 'listening';
  useEffect(() => {
    if (listening && hint) return toastNfcHint().dismiss;
  }, [listening, hint]);
  return { ...scan, secondsLeft: useSecondsLeft(listening) };
}

export type TagScan = ReturnType<typeof useTagScan>;
