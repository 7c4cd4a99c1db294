import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { usePhotoViewer } from './use-photo-viewer.tsx';

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
