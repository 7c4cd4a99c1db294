import { Flashlight, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { useLayer } from '../../ui/overlay/layers.ts';
import { CAMERA_MESSAGES, type Camera, type CameraFailure, openCamera } from './camera.ts';

type Props = {
  title: string;
  /** Called with the text of each code read. */
  onRead: (text: string) => void;
  onClose: () => void;
  /** Shown under the picture. */
  children?: ReactNode;
};

/** Full-screen camera that reads codes until it is closed. */
export function CameraView({ title, onRead, onClose, children }: Props) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { camera, failure, again } = useCamera(video, onRead);
  useLayer('dialog', true, onClose);
  const message = failure && CAMERA_MESSAGES[failure];
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-50 flex flex-col bg-slate-900 text-white outline-none"
        >
          <div className="relative min-h-0 flex-1 overflow-hidden">
            <video ref={setVideo} playsInline muted className="absolute inset-0 size-full object-cover" />
            <Head title={title} camera={camera} onClose={onClose} />
            {message ? (
              <div role="alert" className="absolute inset-0 grid place-content-center gap-2 p-8 text-center">
                <p className="text-title font-semibold">{message.title}</p>
                <p className="text-white/85">{message.description}</p>
                <Button className="mx-auto mt-3" onClick={again}>
                  Try again
                </Button>
              </div>
            ) : (
              <Frame />
            )}
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Opens the camera in `video` while that is mounted. */
function useCamera(video: HTMLVideoElement | null, onRead: (code: string) => void) {
  const [camera, setCamera] = useState<Camera | null>(null);
  const [failure, setFailure] = useState<CameraFailure | null>(null);
  const [turn, setTurn] = useState(0);
  const latest = useRef(onRead);
  useEffect(() => {
    latest.current = onRead;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn opens the camera again
  useEffect(() => {
    if (!video) return;
    const controller = new AbortController();
    setFailure(null);
    void openCamera(
      video,
      { onRead: (text) => latest.current(text), onFailure: setFailure },
      controller.signal,
    ).then((opened) => !controller.signal.aborted && setCamera(opened));
    return () => controller.abort();
  }, [video, turn]);
  return { camera, failure, again: () => setTurn((last) => last + 1) };
}

function Head({ title, camera, onClose }: { title: string; camera: Camera | null; onClose: () => void }) {
  const [lit, setLit] = useState(false);
  const round = 'grid size-11 place-items-center rounded-full hover:bg-white/15 focus-visible:outline-white';
  return (
    <div className="absolute inset-x-0 top-0 z-10 flex h-16 items-center gap-2 bg-linear-to-b from-black/70 to-transparent px-2 pt-[env(safe-area-inset-top)]">
      <button type="button" aria-label="Close the camera" className={round} onClick={onClose}>
        <X aria-hidden className="size-6" />
      </button>
      <Radix.Title className="flex-1 truncate text-center text-base font-medium">{title}</Radix.Title>
      {camera?.hasTorch ? (
        <button
          type="button"
          aria-label="Light"
          aria-pressed={lit}
          className={cx(round, lit && 'bg-white/25')}
          onClick={() => void camera.light(!lit).then(() => setLit(!lit))}
        >
          <Flashlight aria-hidden className="size-6" />
        </button>
      ) : (
        <span className="w-11" />
      )}
    </div>
  );
}

/** Target frame: four corners, 240 px wide. */
const Frame = () => (
  <div className="absolute inset-0 flex flex-col items-center justify-center gap-5">
    <span aria-hidden className="relative block size-60">
      {[
        'top-0 left-0 border-t-4 border-l-4 rounded-tl-2xl',
        'top-0 right-0 border-t-4 border-r-4 rounded-tr-2xl',
        'bottom-0 left-0 border-b-4 border-l-4 rounded-bl-2xl',
        'right-0 bottom-0 border-r-4 border-b-4 rounded-br-2xl',
      ].map((corner) => (
        <span key={corner} className={cx('absolute size-12 border-white', corner)} />
      ))}
    </span>
    <p className="rounded-full bg-black/70 px-4 py-2 text-sm font-medium">
      Fit the code in the frame. It reads automatically.
    </p>
  </div>
);
