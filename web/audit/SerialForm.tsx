import { Nfc } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { normaliseSerial } from '../../shared/key-bunch.ts';
import { NAME_MAX } from '../../shared/limits.ts';
import { Button } from '../ui/Button.tsx';
import { Input } from '../ui/Input.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import type { AuditWork } from './use-audit-session.ts';

/** The field for a serial, typed or written by a reader; it can be submitted once it is not blank (SPEC 5). */
export function SerialForm({ work, onSubmitted }: { work: AuditWork; onSubmitted?: () => void }) {
  const phone = useMedia(PHONE);
  const [serial, setSerial] = useState('');
  const blank = normaliseSerial(serial) === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (blank) return;
    work.scan(serial);
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
        aria-label="NFC serial"
        placeholder={phone ? 'Serial of the tag' : 'Scan a tag or type its serial'}
        lead={<Nfc aria-hidden className="size-4" />}
        value={serial}
        maxLength={NAME_MAX}
        disabled={!work.mayAct}
        onChange={(event) => setSerial(event.target.value)}
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
