import type { HolderKind } from '../../../shared/holder-words.ts';
import type { PremisesRef } from '../../../shared/key-bunch.ts';
import {
  boolean,
  bytes,
  company,
  date,
  given,
  id,
  instant,
  integer,
  jsonb,
  orNull,
  smallint,
  stamped,
  table,
  text,
  textOf,
  uuid,
} from '../table.ts';

// Locations, key bunches and a company's settings.

export const locations = table('locations', {
  companyId: company,
  id,
  name: text,
  type: text,
  description: orNull(text),
  status: given(text),
  createdAt: stamped,
  updatedAt: stamped,
});

export const keyBunches = table('key_bunches', {
  companyId: company,
  id,
  identifier: text,
  type: text,
  currentTag: orNull(text),
  nfcSerial: orNull(text),
  locationId: integer,
  status: given(text),
  keyCount: given(integer),
  fobCount: given(integer),
  keyDescription: orNull(text),
  notes: orNull(text),
  imageUrl: orNull(text),
  imageUpdatedAt: orNull(instant),
  holderName: orNull(text),
  holderUserId: orNull(integer),
  issuedAt: orNull(instant),
  lastHolderName: orNull(text),
  lastHolderUserId: orNull(integer),
  missingSince: orNull(instant),
  missingFromStatus: orNull(text),
  lastSeenAt: orNull(instant),
  lastSeenLocationId: orNull(integer),
  holderId: orNull(integer),
  lastHolderId: orNull(integer),
  dueAt: orNull(instant),
  keysPresent: orNull(integer),
  fobsPresent: orNull(integer),
  shortNote: orNull(text),
  shortSince: orNull(instant),
  shortHolderId: orNull(integer),
  shortHolderName: orNull(text),
  position: orNull(text),
  reservedUntil: orNull(instant),
  secondPerson: given(boolean),
  hasLabel: given(boolean),
  premises: given(jsonb<PremisesRef[]>()),
  lastUpdated: stamped,
  createdAt: stamped,
  updatedAt: stamped,
});

export const photos = table('photos', {
  companyId: company,
  keyBunchId: integer,
  hash: text,
  mediaType: text,
  bytes,
  createdAt: stamped,
});

export const settings = table('settings', {
  companyId: company,
  id,
  category: textOf<'keyTypes' | 'statuses' | 'locationTypes' | 'actions'>(),
  name: text,
  displayName: text,
  description: orNull(text),
  color: orNull(text),
  isActive: given(boolean),
  dueHours: orNull(integer),
  dueTime: orNull(text),
  createdAt: stamped,
  updatedAt: stamped,
});

// Holders, premises, and signatures.

export const holders = table('holders', {
  companyId: company,
  id,
  name: text,
  kind: textOf<HolderKind>(),
  organisation: orNull(text),
  phone: orNull(text),
  email: orNull(text),
  badge: orNull(text),
  badgeCode: orNull(text),
  userId: orNull(integer),
  maxSets: orNull(integer),
  validUntil: orNull(date),
  isActive: given(boolean),
  notes: orNull(text),
  sendReminders: given(boolean),
  remindersStoppedAt: orNull(instant),
  words: orNull(text),
  sortName: orNull(text),
  createdByName: orNull(text),
  createdAt: stamped,
  updatedAt: stamped,
});

export const premises = table('premises', {
  companyId: company,
  id,
  name: text,
  address: orNull(text),
  postcode: orNull(text),
  client: orNull(text),
  reference: orNull(text),
  notes: orNull(text),
  isActive: given(boolean),
  words: orNull(text),
  sortName: orNull(text),
  sortClient: orNull(text),
  createdBy: orNull(integer),
  createdAt: stamped,
  updatedAt: stamped,
});

export const keyBunchPremises = table('key_bunch_premises', {
  companyId: company,
  keyBunchId: integer,
  premisesId: integer,
  place: smallint,
});

export const signatures = table('signatures', {
  companyId: company,
  batchId: uuid,
  signer: text,
  path: text,
  createdAt: stamped,
});

// Label codes, and finders' messages.
