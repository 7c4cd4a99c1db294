import * as z from 'zod/mini';
import { Location, LocationRef } from './location.ts';
import { instant } from './text.ts';

/** The form of a photo's address. */
export const PHOTO_ADDRESS = /^\/api\/key-bunches\/[1-9]\d{0,9}\/photo\?v=[0-9a-f]{32}$/;

/** The address of exactly the bytes stored now; another photo has another address. `hash` in hex, at least 32 digits. */
export const photoAddress = (keyBunchId: number, hash: string): string =>
  `/api/key-bunches/${keyBunchId}/photo?v=${hash.slice(0, 32)}`;

/** Who has an issued bunch: a name as signed, the holder of the register (null of a name alone), and the user when it is one. */
export const HolderRef = z.object({
  name: z.string(),
  id: z.nullable(z.int()),
  userId: z.nullable(z.int()),
});
export type HolderRef = z.infer<typeof HolderRef>;

/** Premises that a set opens. */
export const PremisesRef = z.object({
  id: z.int(),
  name: z.string(),
  address: z.nullable(z.string()),
  postcode: z.nullable(z.string()),
  client: z.nullable(z.string()),
});
export type PremisesRef = z.infer<typeof PremisesRef>;

/** Of a short set: how many keys and fobs are there, what is missing, since when, and who had it then. */
export const Short = z.object({
  keysPresent: z.int(),
  fobsPresent: z.int(),
  note: z.nullable(z.string()),
  since: instant,
  lastHolder: z.nullable(HolderRef),
});

/**
 * Of a missing set: since when, from which status (null when registered as missing), its last holder (null: none ever), and its last known
 * or registered location. "Mark as found" restores `previousStatus`; an issued or in_use set becomes active.
 */
export const Missing = z.object({
  since: instant,
  lastHolder: z.nullable(HolderRef),
  lastLocation: LocationRef,
  previousStatus: z.nullable(z.string()),
});

/** The next reservation of a set, or the one that has begun. */
export const SetReservation = z.object({
  id: z.int(),
  holder: HolderRef,
  from: instant,
  until: instant,
  isPicked: z.boolean(),
});
export type SetReservation = z.infer<typeof SetReservation>;

/**
 * A set of keys and fobs on one ring under one numbered tag. It was last seen when it was issued, returned, moved to a location, found,
 * linked to an NFC tag, scanned in an audit, or ticked in a completed one; a look-up does not count. `lastSeenLocation` is null when that
 * location is deleted or the caller may not see it.
 */
export const KeyBunch = z.object({
  id: z.int(),
  companyId: z.int(),
  identifier: z.string(),
  type: z.string(),
  currentTag: z.nullable(z.string()),
  nfcSerial: z.nullable(z.string()),
  locationId: z.int(),
  location: Location,
  status: z.string(),
  keyCount: z.int(),
  fobCount: z.int(),
  keyDescription: z.nullable(z.string()),
  description: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  hasImage: z.boolean(),
  imageUpdatedAt: z.nullable(instant),
  /** Its position at the location. */
  position: z.nullable(z.string()),
  /** The first one is shown in lists. */
  premises: z.array(PremisesRef),
  holder: z.nullable(HolderRef),
  issuedAt: z.nullable(instant),
  /** When issued keys are due back; null for no time. */
  dueAt: z.nullable(instant),
  short: z.nullable(Short),
  missing: z.nullable(Missing),
  /** Whether it leaves only with a second person's yes (decision 0083). */
  secondPerson: z.boolean(),
  /** Left out without one. */
  reservation: z.optional(SetReservation),
  lastSeenAt: z.nullable(instant),
  lastSeenLocation: z.nullable(LocationRef),
  lastUpdated: instant,
  createdAt: instant,
  updatedAt: instant,
});
export type KeyBunch = z.infer<typeof KeyBunch>;

/** A single bunch also contains the address of its photo. */
export const KeyBunchDetail = z.extend(KeyBunch, { imageUrl: z.nullable(z.string()) });
export type KeyBunchDetail = z.infer<typeof KeyBunchDetail>;
