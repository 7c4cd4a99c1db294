import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';

const PhotoViewer = lazy(() => import('./PhotoViewer.tsx').then((m) => ({ default: m.PhotoViewer })));

/** Opens a bunch's photo large; keeps it while closing. */
export function usePhotoViewer(
  bunch: KeyBunchDetail,
  src: string | null,
): { view: () => void; viewer: ReactNode } {
  const [shown, setShown] = useState<{ src: string; open: boolean } | null>(null);
  return {
    view: () => src && setShown({ src, open: true }),
    viewer: shown && (
      <Suspense>
        <PhotoViewer
          bunch={bunch}
          src={shown.src}
          open={shown.open}
          onClose={() => setShown({ ...shown, open: false })}
        />
      </Suspense>
    ),
  };
}
