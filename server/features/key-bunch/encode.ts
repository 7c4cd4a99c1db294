import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { PHOTO_HEAD, PHOTO_TEXTS } from '../../../shared/key-bunch-words.ts';
import { PHOTO_MAX_BYTES } from '../../../shared/limits.ts';
import { busy, refuse } from '../../refusal.ts';
import { doJobs } from '../../worker-jobs.ts';
import type { NewPhoto } from '../feature.ts';
import { isPolyglot, type Kind, kindOf } from './picture-kind.ts';

/** No photo of keys has a side of 12,000 pixels, and decoding one would fill the memory. */
const SIDE_BELOW = 12_000;
const PIXELS_MAX = 40_000_000;
/** The longer stored side: a tag's number stays legible, and the file small. */
const STORED_SIDE = 2000;
const QUALITY = 82;
/** Wall-clock limit: a busy machine may give it a tenth of a processor. */
const SECONDS = 20;

// One thread and no cache: photos are encoded one at a time, and memory stays that of the largest.
sharp.concurrency(1);
sharp.cache(false);

const wrong = (message: string, detail?: string) =>
  refuse(400, message, { errors: { imageUrl: message }, ...(detail && { detail }) });

/** The file of a data URL. 413 over 5 MB, 400 for invalid base64. */
function fileOf(dataUrl: string): Buffer {
  const text = dataUrl.slice(PHOTO_HEAD.exec(dataUrl.slice(0, 40))?.[0].length ?? 0);
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  if ((text.length / 4) * 3 - padding > PHOTO_MAX_BYTES) throw refuse(413, PHOTO_TEXTS.refusedOver);
  if (text === '' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw wrong(PHOTO_TEXTS.notImage);
  return Buffer.from(text, 'base64');
}

/**
 * Encodes the stored photo: decoded fully, rotated upright, without metadata, at most 2,000 pixels a side, as WebP (decision 0012). Refuses
 * broken, large and other files with the specified texts, and with 503 after a timeout.
 */
async function makePicture(dataUrl: string): Promise<NewPhoto> {
  const file = fileOf(dataUrl);
  const kind = kindOf(file);
  if (!kind || isPolyglot(file)) throw wrong(PHOTO_TEXTS.notImage);
  return remake(file, kind);
}

/** A timeout, not a fault of the picture. sharp has no code for it, only this word. */
const isLate = ({ message }: Error): boolean => message.includes('timeout');

async function remake(file: Buffer, kind: Kind): Promise<NewPhoto> {
  const head = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (head?.format !== kind) throw wrong(PHOTO_TEXTS.unreadable);
  const { width, height } = head;
  if (Math.max(width, height) >= SIDE_BELOW || width * height > PIXELS_MAX) {
    throw wrong(
      PHOTO_TEXTS.refusedOver,
      'Use a photo of up to 40 megapixels and under 12,000 pixels a side.',
    );
  }
  const bytes = await sharp(file, { failOn: 'error', limitInputPixels: PIXELS_MAX })
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize(STORED_SIDE, STORED_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY, effort: 3 })
    .toBuffer()
    .catch((error: Error) => {
      throw isLate(error) ? busy() : wrong(PHOTO_TEXTS.unreadable);
    });
  return { hash: createHash('sha256').update(bytes).digest('hex'), mediaType: 'image/webp', bytes };
}

doJobs(makePicture);
