import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PHONE, useMedia } from '../ui/media.ts';

/** The first `step` rows of a list, and the button that draws as many more; null when all are drawn. */
export function useDrawn<T>(rows: readonly T[], step: number): { drawn: readonly T[]; more: ReactNode } {
  const [most, setMost] = useState(step);
  const rest = rows.length - most;
  return {
    drawn: rows.slice(0, most),
    more: rest > 0 && (
      <Button size="sm" onClick={() => setMost(most + step)}>
        Show {count(Math.min(step, rest), 'more', 'more')}
      </Button>
    ),
  };
}

type Props = {
  /** `now` is null once it has left the location. */
  bunch: { id: number; identifier: string; now: unknown };
  /** Left out without permission: null is drawn. */
  edit: ((id: number) => void) | undefined;
  className?: string;
};

/** Opens the editor of a row's set. */
export function EditButton({ bunch: { id, identifier, now }, edit, className }: Props) {
  const phone = useMedia(PHONE);
  if (!edit) return null;
  return (
    <IconButton
      icon={Pencil}
      label={`Edit ${identifier}`}
      tooltip={!phone}
      disabledReason={now ? undefined : 'No longer at this location'}
      onClick={() => edit(id)}
      className={className}
    />
  );
}
