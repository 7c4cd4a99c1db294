import { useState } from 'react';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { ACTION_MESSAGES } from '../../../shared/messages.ts';
import { type Outcome, useAction } from '../../api/action.ts';
import type { ApiError } from '../../api/call.ts';
import { failedText } from '../../api/signal.ts';
import { NFC_FAILED, NFC_OK, vibrate } from '../../device/scan/nfc.ts';
import { NFC_ERROR_MS } from '../../device/scan/nfc-messages.ts';

/** A bunch's tag: the typed serial and both actions, which return the changed bunch or the error. */
export type TagLink = {
  serial: string;
  setSerial: (serial: string) => void;
  /** Whether the text can be a serial. */
  filled: boolean;
  pending: boolean;
  link: (serial: string) => Promise<Outcome<KeyBunchDetail>>;
  /** For a scanned serial: also vibrates. */
  linkScanned: (serial: string) => Promise<Outcome<KeyBunchDetail>>;
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

/** Links and unlinks a bunch's tag; `onChanged` gets the new bunch. A refused serial is cleared. */
export function useTagLink(id: number, onChanged: (bunch: KeyBunchDetail) => void): TagLink {
  const [serial, setSerial] = useState('');
  const linking = useAction('linkNfc', { failure: linkFailure });
  const unlinking = useAction('unlinkNfc', { failure: unlinkFailure });

  async function link(nfcSerial: string) {
    const linked = await linking.run({ params: { id }, body: { nfcSerial } });
    setSerial('');
    if (linked.ok) onChanged(linked.reply);
    return linked;
  }

  return {
    serial,
    setSerial,
    filled: normaliseSerial(serial) !== '',
    pending: linking.pending || unlinking.pending,
    link,
    linkScanned: async (scanned) => {
      const linked = await link(scanned);
      vibrate(linked.ok ? NFC_OK : NFC_FAILED);
      return linked;
    },
    unlink: async () => {
      const unlinked = await unlinking.run({ params: { id } });
      if (unlinked.ok) onChanged(unlinked.reply);
      return unlinked;
    },
  };
}
