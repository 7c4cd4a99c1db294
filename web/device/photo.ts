import { PHOTO_MAX_BYTES } from '../../shared/limits.ts';
import { PHOTO_TEXTS, PHOTO_TYPES } from '../../shared/photo-words.ts';

/** Smaller files travel as they are; the server encodes them again anyway. */
const AS_IT_IS = 1024 * 1024;
/** As large as the server keeps it. */
const SIDE_MAX = 2000;
const QUALITY = 0.9;

/** A file that is refused before it is sent; the message is what the specification says of it. */
export class PhotoRefused extends Error {
  override name = 'PhotoRefused';
}

/**
 * The file as a data URL, as it is sent. Whatever the browser can show is taken; large ones, and formats the server does not take,
 * are drawn smaller first, so that a phone on a bad line is done in seconds. Throws PhotoRefused.
 */
export async function readPhoto(file: File): Promise<string> {
  if (!file.type.startsWith('image/')) throw new PhotoRefused(PHOTO_TEXTS.notImage);
  const taken = PHOTO_TYPES.some((type) => type === file.type);
  if (taken && file.size <= AS_IT_IS) return dataUrlOf(file);
  const drawn = await redrawn(file).catch(() => null);
  const smaller = drawn && taken && file.size <= drawn.size ? file : drawn;
  if (smaller && smaller.size <= PHOTO_MAX_BYTES) return dataUrlOf(smaller);
  if (file.size > PHOTO_MAX_BYTES) throw new PhotoRefused(PHOTO_TEXTS.over);
  throw new PhotoRefused(taken ? PHOTO_TEXTS.unreadable : PHOTO_TEXTS.notImage);
}

/** The picture as a JPEG, at most 2,000 pixels a side, on white where it is transparent; null when the browser cannot. */
async function redrawn(file: File): Promise<Blob | null> {
  const image = await createImageBitmap(file);
  const shrink = Math.min(1, SIDE_MAX / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * shrink));
  canvas.height = Math.max(1, Math.round(image.height * shrink));
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}

const dataUrlOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new PhotoRefused(PHOTO_TEXTS.unreadable));
    reader.readAsDataURL(file);
  });
