import { openWorker } from '../../worker-process.ts';
import type { NewPhoto } from './encode.ts';

/** Longer than any picture that is let in takes, also where others have the processors. */
const MOST_MS = 30_000;

const worker = openWorker<string, NewPhoto>({ program: 'features/photo/draw', mostMs: MOST_MS });

/** Makes the photo that is stored (encode.ts) from a data URL, in a worker. Refuses as `makePicture` does. */
export async function drawPicture(dataUrl: string): Promise<NewPhoto> {
  const { bytes, ...rest } = await worker.run(dataUrl);
  return { ...rest, bytes: Buffer.from(bytes) };
}
