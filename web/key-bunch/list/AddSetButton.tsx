import { Plus } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';

/** Opens the form for a new key bunch. */
export const AddSetButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="primary" icon={Plus} onClick={onClick}>
    Add Set
  </Button>
);
