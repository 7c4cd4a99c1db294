import { type RefObject, useEffect, useRef } from 'react';
import type { Line } from '../state/desk-state.ts';
import type { Desk } from '../work/use-desk.ts';

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
