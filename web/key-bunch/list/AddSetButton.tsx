import { Plus } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';

/** Opens the form of a new key bunch; `second` where another button is primary. */
export const AddSetButton = ({ onClick, second = false }: { onClick: () => void; second?: boolean }) => (
  <Button variant={second ? 'secondary' : 'primary'} icon={Plus} onClick={onClick}>
    Add Set
  </Button>
);
