import { MapPin } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { cx } from '../../ui/cx.ts';
import { linkClass } from '../../ui/look.ts';
import type { Line } from '../state/desk-state.ts';
import type { Desk } from './use-desk.ts';

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

/** Pixels at the top that the header and scan box can cover. */
const HEAD = 64;

/** A `ref` for the element of a suggested tag: reports when it was visible between header and footer. */
export function useTagSeen<E extends HTMLElement>(desk: Desk, line: Line): RefObject<E | null> {
  const element = useRef<E>(null);
  const { key, tag, tagByHand, tagSeen } = line;
  const { send } = desk;
  useEffect(() => {
    if (!element.current || !tag || tagByHand || tagSeen === tag) return;
    const foot = getComputedStyle(document.documentElement).getPropertyValue('--foot-height') || '0px';
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && send({ type: 'tagSeen', key, tag }),
      { threshold: 0.9, rootMargin: `-${HEAD}px 0px -${foot} 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [key, tag, tagByHand, tagSeen, send]);
  return element;
}
