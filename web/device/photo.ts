import { PHOTO_TEXTS, PHOTO_TYPES } from '../../shared/key-bunch-words.ts';
import { PHOTO_MAX_BYTES } from '../../shared/limits.ts';

/** Files up to this many bytes are sent unchanged; the server encodes them again anyway. */
const UNCHANGED_MAX_BYTES = 1024 * 1024;
/** Longest side in pixels; the server keeps no larger one. */
const SIDE_MAX = 2000;
const QUALITY = 0.9;

/** A file refused before it is sent; the message is the specification's. */
export class PhotoRefused extends Error {
  override name = 'PhotoRefused';
}

/**
 * The file as a data URL. Large files, and formats the server does not accept, are re-encoded smaller if the browser can decode them, which
 * is quicker on a slow connection. Throws PhotoRefused.
 */
export async function readPhoto(file: File): Promise<string> {
  if (!file.type.startsWith('image/')) throw new PhotoRefused(PHOTO_TEXTS.notImage);
  const taken = PHOTO_TYPES.some((type) => type === file.type);
  if (taken && file.size <= UNCHANGED_MAX_BYTES) return dataUrlOf(file);
  const drawn = await redrawn(file).catch(() => null);
  const smaller = drawn && taken && file.size <= drawn.size ? file : drawn;
  if (smaller && smaller.size <= PHOTO_MAX_BYTES) return dataUrlOf(smaller);
  if (file.size > PHOTO_MAX_BYTES) throw new PhotoRefused(PHOTO_TEXTS.over);
  throw new PhotoRefused(taken ? PHOTO_TEXTS.unreadable : PHOTO_TEXTS.notImage);
}

/**
 * The picture as a JPEG of at most 2,000 pixels a side, on white where transparent; null when the browser cannot draw it. Rejects when it
 * cannot decode the file.
 */
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
