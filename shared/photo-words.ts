/** The texts and the limits of photos. Imports no schema, so that a page can use it without one. */

/** The texts of an image upload; the server refuses with them, the browser shows them. */
export const PHOTO_TEXTS = {
  notImage: 'Please select an image file (JPG, PNG, etc.)',
  over: 'Image size must be less than 5MB',
  unreadable: 'Failed to process image. Please try again.',
  refusedOver: 'Image is too large',
  chooseSmaller: 'Image is too large. Please choose a smaller image (max 5MB).',
} as const;

/** The media types that an uploaded photo may have. */
export const PHOTO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

/** The beginning of a data URL that may contain a photo; the base64 of the file follows. */
export const PHOTO_HEAD = /^data:image\/(?:png|jpeg|webp|gif);base64,/;
