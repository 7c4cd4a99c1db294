import { Keyboard, Nfc } from 'lucide-react';
import { type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { NAME_MAX } from '../../../shared/limits.ts';
import { isQuick } from '../../device/scan/burst.ts';
import { Button } from '../../ui/Button.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { AuditWork } from '../use-audit-session.ts';

/** The field for an NFC serial, a tag number or a set ID, typed or from a reader. Submits only non-blank text. */
export function SerialForm({ work, onSubmitted }: { work: AuditWork; onSubmitted?: () => void }) {
  const phone = useMedia(PHONE);
  const [serial, setSerial] = useState('');
  const blank = normaliseSerial(serial) === '';

  const began = useRef(0);

  /** A reader's Tab submits; a person's Tab moves to the button. */
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
        // A reader types where the focus is.
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

/** The sheet to type a serial instead of scanning. */
export function TypeSerial({ work }: { work: AuditWork }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={Keyboard} onClick={() => setOpen(true)}>
        Type serial
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Type serial"
        description="The NFC serial, the tag number or the set ID. Spaces, colons and hyphens don't matter."
      >
        <SerialForm work={work} onSubmitted={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
