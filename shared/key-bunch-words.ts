/** The wording and the orders of key sets. Imports no schema, so that a page can use it without one. */

import { plainDigits } from './digits.ts';

export const STATUSES = ['active', 'issued', 'missing', 'inactive', 'in_use'] as const;
export const STATUS_LABELS: Record<string, string> = {
  active: 'Present',
  issued: 'Issued',
  missing: 'Missing',
  inactive: 'Inactive',
  in_use: 'IN USE',
};
/** Offered when no status is configured. */
export const FALLBACK_STATUSES = ['active', 'issued', 'missing'] as const;

/** Shown instead of the tag of issued keys. */
export const TAG_BROKEN = 'Tag broken';

/** Offered when no key type is configured. */
export const FALLBACK_TYPES = ['day_shift', 'night_shift', 'lock_ups', 'static'] as const;
export const TYPE_LABELS: Record<string, string> = {
  day_shift: 'Day Shift',
  night_shift: 'Night Shift',
  lock_ups: 'Lock Ups',
  static: 'Static',
};

/** NFC serials compare without separators, in upper case and with the digits 0 to 9. */
export const normaliseSerial = (serial: string): string =>
  plainDigits(serial)
    .replace(/[\s:.\-_]/g, '')
    .toUpperCase();

/**
 * Whether an NFC serial, as it was read or typed, is made up anew at each tap, as phones and bank cards do: four bytes, the first of them 08
 * (ISO/IEC 14443-3). Such a tag could never be found again, so none is linked (D-18).
 */
export const isRandomSerial = (serial: string): boolean => /^08[0-9A-F]{6}$/.test(normaliseSerial(serial));
export const RANDOM_SERIAL =
  "This tag's serial changes on every tap, as on phones and bank cards. Use an NFC sticker or fob.";

/** Properties that a set may lack, in the order of the filter. */
export const WITHOUT = ['tag', 'nfc', 'premises', 'photo', 'label'] as const;

/** The columns a list of sets may be ordered by. */
export const KEY_BUNCH_SORTS = [
  'identifier',
  'type',
  'location',
  'status',
  'lastUpdated',
  'issuedAt',
  'lastSeen',
  'due',
  'position',
] as const;

/** The tabs of sets that are out: all, those due today (company time) but not overdue, and those overdue. */
export const OUT_TABS = ['all', 'today', 'overdue'] as const;

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
