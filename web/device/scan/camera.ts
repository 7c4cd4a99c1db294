import { makeQuiet } from './reader.ts';

/** Why the camera did not start: permission denied, no camera, in use by another program, or any other error. */
export type CameraFailure = 'denied' | 'none' | 'busy' | 'failed';

export const CAMERA_MESSAGES: Record<CameraFailure, { title: string; description: string }> = {
  denied: {
    title: 'Camera not allowed',
    description: 'Allow the camera for this site in your browser, then try again.',
  },
  none: { title: 'No camera', description: 'This device has no camera. Type the code instead.' },
  busy: { title: 'Camera in use', description: 'Another app has the camera. Close it, then try again.' },
  failed: { title: 'Camera did not start', description: 'Try again, or type the code instead.' },
};

const FAILURES: Record<string, CameraFailure> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
};

/** The Shape Detection API, missing in TypeScript's DOM types. */
interface Detector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>;
}
type WithDetector = {
  BarcodeDetector?: {
    new (options: { formats: string[] }): Detector;
    getSupportedFormats(): Promise<string[]>;
  };
};
/** The torch of a phone's camera, also missing there. */
type Torch = { torch?: boolean };

type Decoder = { read: (video: HTMLVideoElement) => Promise<string | null>; close: () => void };

const FORMATS = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13', 'itf'];

/** The browser's own barcode reader if it reads QR codes; otherwise ours, loaded now. */
async function makeDecoder(): Promise<Decoder> {
  const { BarcodeDetector } = window as WithDetector;
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (BarcodeDetector && known.includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: FORMATS.filter((format) => known.includes(format)) });
    return {
      read: async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue || null,
      close: () => undefined,
    };
  }
  return workerDecoder();
}

/** Maximum width of a decoded picture in pixels: more takes longer and finds no more codes. */
const READ_WIDTH = 960;

function workerDecoder(): Decoder {
  const worker = new Worker(new URL('./decoder.ts', import.meta.url), { type: 'module' });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return {
    read: async (video) => {
      const scale = Math.min(1, READ_WIDTH / video.videoWidth);
      canvas.width = Math.round(video.videoWidth * scale);
      canvas.height = Math.round(video.videoHeight * scale);
      if (!context || canvas.width === 0) return null;
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const picture = context.getImageData(0, 0, canvas.width, canvas.height);
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<{ text: string | null }>) => resolve(data.text);
        worker.onerror = () => reject(new Error('The decoder did not start'));
        worker.postMessage(picture, [picture.data.buffer]);
      });
    },
    close: () => worker.terminate(),
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Milliseconds between two pictures: a compromise between speed and battery. */
const FRAME_INTERVAL_MS = 120;

export type Camera = { hasTorch: boolean; light: (on: boolean) => Promise<void> };
type Listeners = { onRead: (text: string) => void; onFailure: (failure: CameraFailure) => void };

/**
 * Shows the camera in `video` and reads codes until `signal` aborts; a code counts again after QUIET_MS out of view. Resolves to null when
 * the camera did not start, after `onFailure` was called.
 */
export async function openCamera(
  video: HTMLVideoElement,
  { onRead, onFailure }: Listeners,
  signal: AbortSignal,
): Promise<Camera | null> {
  const fail = (error: unknown) => {
    if (signal.aborted) return null;
    onFailure(FAILURES[error instanceof DOMException ? error.name : ''] ?? 'failed');
    return null;
  };
  if (!navigator.mediaDevices) return fail(new DOMException('', 'NotFoundError'));
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    });
    const [track] = stream.getVideoTracks();
    const stop = () => {
      for (const one of stream.getTracks()) one.stop();
    };
    if (signal.aborted || !track) {
      stop();
      return null;
    }
    signal.addEventListener('abort', stop);
    video.srcObject = stream;
    await video.play();
    void readAll(video, onRead, signal).catch(fail);
    const abilities = track.getCapabilities?.() as (MediaTrackCapabilities & Torch) | undefined;
    return {
      hasTorch: Boolean(abilities?.torch),
      light: (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }),
    };
  } catch (error) {
    return fail(error);
  }
}

async function readAll(
  video: HTMLVideoElement,
  onRead: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const decoder = await makeDecoder();
  const isNew = makeQuiet();
  try {
    while (!signal.aborted) {
      const text = await decoder.read(video);
      if (signal.aborted) return;
      if (text && isNew(text, performance.now())) onRead(text);
      await pause(FRAME_INTERVAL_MS);
    }
  } finally {
    decoder.close();
  }
}
