import { Nfc } from 'lucide-react';
import { type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { NAME_MAX } from '../../../shared/limits.ts';
import { isQuick } from '../../device/scan/burst.ts';
import { Button } from '../../ui/Button.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import type { AuditWork } from '../use-audit-session.ts';

/**
 * The field for what marks a set: its NFC serial, its tag number or its ID, typed or written by a reader. It can be submitted once it is
 * not blank.
 */
export function SerialForm({ work, onSubmitted }: { work: AuditWork; onSubmitted?: () => void }) {
  const phone = useMedia(PHONE);
  const [serial, setSerial] = useState('');
  const blank = normaliseSerial(serial) === '';

  const began = useRef(0);

  /** A reader that ends a serial with Tab submits it too; a person's Tab goes on to the button. */
  function leave(event: KeyboardEvent) {
    const { key, shiftKey, timeStamp } = event;
    if (key === 'Tab' && !shiftKey && !blank && isQuick(began.current, timeStamp, serial.length))
      submit(event);
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (blank) return;
    work.scan(serial, true);
    setSerial('');
    onSubmitted?.();
  }

  return (
    <form onSubmit={submit} className="flex gap-2">
      <Input
        // A reader writes where the focus is, and this is what the screen is for.
        autoFocus
        data-autofocus
        size="lg"
        aria-label="NFC serial, tag number or set ID"
        placeholder={
          phone ? 'NFC serial, tag or set ID' : 'Scan, or type an NFC serial, tag number or set ID'
        }
        lead={<Nfc aria-hidden className="size-4" />}
        value={serial}
        maxLength={NAME_MAX}
        disabled={!work.mayAct}
        onChange={(event) => {
          if (!serial) began.current = event.timeStamp;
          setSerial(event.target.value);
        }}
        onKeyDown={leave}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="send"
      />
      <Button type="submit" size="lg" disabled={blank || !work.mayAct}>
        Submit
      </Button>
    </form>
  );
}
