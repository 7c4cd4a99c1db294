import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';

/** From Key Details to the form with all fields (DECISIONS S-33); asks first when something was typed here. */
export function EditButton({ dirty, onEdit }: { dirty: boolean; onEdit: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" icon={Pencil} onClick={() => (dirty ? setAsking(true) : onEdit())}>
        Edit
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard changes?"
        text="What you have entered here will be lost."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={() => {
          setAsking(false);
          onEdit();
        }}
      />
    </>
  );
}
