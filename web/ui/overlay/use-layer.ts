import { useEffect, useRef } from 'react';
import { addLayer, type Layer } from './layers.ts';

/** Has Back close what is `open`. Lists do so only under a finger: elsewhere Esc is at hand, and they come and go with every choice. */
export function useLayer(kind: Layer['kind'], open: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    if (!open || (kind === 'list' && !matchMedia('(pointer: coarse)').matches)) return;
    return addLayer({ kind, onBack: () => latest.current() });
  }, [kind, open]);
}
