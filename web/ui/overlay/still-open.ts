import { useEffect, useRef } from 'react';

/** Whether a dialog is still open, for work of several calls: what was cancelled must not go on. */
export function useStillOpen(open = true): () => boolean {
  const current = useRef(open);
  useEffect(() => {
    current.current = open;
    return () => {
      current.current = false;
    };
  }, [open]);
  return () => current.current;
}
