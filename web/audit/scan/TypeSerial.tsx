import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { AuditWork } from '../use-audit-session.ts';
import { SerialForm } from './SerialForm.tsx';

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
