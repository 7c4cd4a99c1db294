import { Printer } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';

type Props = {
  paper: { print: () => Promise<void>; ready: boolean; progress: string | null };
  /** The icon alone, where space is short. */
  small?: boolean;
};

/** Prints the whole list; while what is not loaded is read it says how far that is. */
export function PrintButton({ paper, small = false }: Props) {
  const { print, ready, progress } = paper;
  if (small)
    return (
      <IconButton
        icon={Printer}
        label="Print"
        onClick={() => void print()}
        className="phone:-my-2 phone:last:-mr-3"
      />
    );
  return (
    <Button
      icon={Printer}
      disabled={!ready}
      pending={progress !== null}
      className="tabular-nums"
      onClick={() => void print()}
    >
      {progress === null ? 'Print' : `Reading ${progress}`}
    </Button>
  );
}
