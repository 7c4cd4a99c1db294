import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { DiscardQuestion } from '../../../ui/overlay/Dialog.tsx';

/** From Key Details to the form with all fields; asks first when something was typed here. */
export function EditButton({ dirty, onEdit }: { dirty: boolean; onEdit: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" icon={Pencil} onClick={() => (dirty ? setAsking(true) : onEdit())}>
        Edit all fields
      </Button>
      <DiscardQuestion
        open={asking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          onEdit();
        }}
      />
    </>
  );
}
