import type { Ref, RefObject } from 'react';

/** Gives an element to a component's own ref and to the one it was passed. */
export const bothRefs =
  <E>(own: RefObject<E | null>, ref: Ref<E> | undefined) =>
  (element: E | null) => {
    own.current = element;
    if (typeof ref === 'function') return ref(element);
    if (ref) ref.current = element;
  };
