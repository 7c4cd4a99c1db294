import { useEffect, useRef } from 'react';
import { addLayer, type Layer } from './layers.ts';

/** Makes Back close what is `open`. Lists only on touch: elsewhere Esc closes them. */
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
