import { type ReactNode, useState } from 'react';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

/** A bunch's photo, small, which opens it large; null without one. */
export function PhotoThumb({ bunch }: { bunch: KeyBunchDetail }) {
  const { view, viewer } = usePhotoViewer(bunch, bunch.imageUrl);
  if (!bunch.imageUrl && !viewer) return null;
  return (
    <>
      {bunch.imageUrl && (
        <button
          type="button"
          aria-label={`View photo of ${bunch.identifier}`}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={view}
          className="size-11 shrink-0 cursor-zoom-in overflow-hidden rounded-lg border bg-soft touch:size-12"
        >
          <img src={bunch.imageUrl} alt="" className="size-full object-cover" />
        </button>
      )}
      {viewer}
    </>
  );
}

const PhotoViewer = lazyDialog(() => import('./PhotoViewer.tsx'), 'PhotoViewer');

/** Opens a bunch's photo large; keeps it while closing. */
export function usePhotoViewer(
  bunch: KeyBunchDetail,
  src: string | null,
): { view: () => void; viewer: ReactNode } {
  const [shown, setShown] = useState<{ src: string; open: boolean } | null>(null);
  return {
    view: () => src && setShown({ src, open: true }),
    viewer: shown && (
      <PhotoViewer
        bunch={bunch}
        src={shown.src}
        open={shown.open}
        onClose={() => setShown({ ...shown, open: false })}
      />
    ),
  };
}
