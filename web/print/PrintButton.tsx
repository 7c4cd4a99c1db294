import { Printer } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';

type Props = {
  paper: { print: () => Promise<void>; waiting: boolean; failed: boolean; progress: string | null };
  label?: string;
  className?: string;
  /** Only the icon, for narrow places. */
  small?: boolean;
};

/** Prints the whole list; shows progress while the remaining rows are loaded. */
export function PrintButton({ paper, label = 'Print', small = false, className }: Props) {
  const { print, waiting, failed, progress } = paper;
  if (small)
    return (
      <IconButton
        icon={Printer}
        label={label}
        onClick={() => void print()}
        className="phone:-my-2 phone:last:-mr-3"
      />
    );
  return (
    <Button
      icon={Printer}
      disabled={failed}
      pending={waiting || progress !== null}
      className={cx('tabular-nums', className)}
      onClick={() => void print()}
    >
      {progress === null ? label : `Reading ${progress}`}
    </Button>
  );
}
