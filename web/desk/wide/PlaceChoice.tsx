import { MapPin } from 'lucide-react';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { cx } from '../../ui/cx.ts';
import { linkClass } from '../../ui/link-class.ts';
import type { Line } from '../state/desk-state.ts';
import type { Desk } from '../work/use-desk.ts';

type Props = { desk: Desk; line: Line & { bunch: KeyBunch }; className?: string };

/** For a set registered elsewhere: whether it goes back or stays here. */
export function PlaceChoice({ desk, line, className }: Props) {
  const { bunch, key, keepHere } = line;
  const { place } = desk.place;
  if (!place || bunch.locationId === place.id) return null;
  return (
    <p className={cx('flex flex-wrap items-center gap-x-2 text-hint text-muted', className)}>
      <MapPin aria-hidden className="size-3.5" />
      {keepHere ? `Stays here, at ${place.name}.` : `Goes back to ${bunch.location.name}.`}
      {desk.around.may('key:move') && (
        <button
          type="button"
          className={linkClass}
          onClick={() => desk.send({ type: 'lineChanged', key, change: { keepHere: !keepHere } })}
        >
          {keepHere ? 'Send it back instead' : 'Keep it here'}
        </button>
      )}
    </p>
  );
}
