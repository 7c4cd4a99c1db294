import * as z from 'zod/mini';

/** The texts of an image upload; the server refuses with them, the browser shows them. */
export const PHOTO_TEXTS = {
  notImage: 'Please select an image file (JPG, PNG, etc.)',
  over: 'Image size must be less than 5MB',
  unreadable: 'Failed to process image. Please try again.',
  refusedOver: 'Image is too large',
  chooseSmaller: 'Image is too large. Please choose a smaller image (max 5MB).',
} as const;

/** The media types a photo may arrive in. */
export const PHOTO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

/** The head of a data URL that may hold a photo; the base64 of the file follows. */
export const PHOTO_HEAD = /^data:image\/(?:png|jpeg|webp|gif);base64,/;

const ADDRESS = /^\/api\/key-bunches\/[1-9]\d{0,9}\/photo\?v=[0-9a-f]{32}$/;

/** Names exactly the bytes that are stored now: with another photo comes another address. `hash` as hex, at least 32 long. */
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

/** GET .../photo: `v` as the address says it. Without it, the current photo. */
export const PhotoQuery = z.object({
  v: z.optional(z.string('Unknown photo').check(z.regex(/^[0-9a-f]{32}$/, 'Unknown photo'))),
});
