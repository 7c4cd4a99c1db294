import * as z from 'zod/mini';
import { PHOTO_HEAD, PHOTO_TEXTS } from './key-bunch-words.ts';

const ADDRESS = /^\/api\/key-bunches\/[1-9]\d{0,9}\/photo\?v=[0-9a-f]{32}$/;

/** The address of exactly the bytes stored now; another photo has another address. `hash` in hex, at least 32 digits. */
export const photoAddress = (keyBunchId: number, hash: string): string =>
  `/api/key-bunches/${keyBunchId}/photo?v=${hash.slice(0, 32)}`;

/** `imageUrl` of a PATCH: a new picture as a data URL, the photo's own address (no change), or null, which removes it. */
export const photoField = z.optional(
  z.nullable(
    z
      .string(PHOTO_TEXTS.notImage)
      .check(z.refine((url) => PHOTO_HEAD.test(url.slice(0, 40)) || ADDRESS.test(url), PHOTO_TEXTS.notImage)),
  ),
);

/** GET .../photo: `v` as in the address. Without it, the current photo. */
export const PhotoQuery = z.object({
  v: z.optional(z.string('Unknown photo').check(z.regex(/^[0-9a-f]{32}$/, 'Unknown photo'))),
});
