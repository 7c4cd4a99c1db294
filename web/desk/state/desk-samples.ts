import type { Lookup } from '../../../shared/custody.ts';
import type { Holder } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import type { DeskContext } from './desk-state.ts';
import type { DeskEvent } from './reduce.ts';

/** Sets, badges and codes for the desk's tests, as the server returns them. */

export const NOW = Date.parse('2026-11-21T22:41:00Z');
export const context: DeskContext = {
  me: 5,
  now: NOW,
  zone: 'Europe/London',
  location: { id: 1, name: 'Manchester HQ' },
  offline: false,
  may: () => true,
};

let made = 0;
export function aBunch(about: Partial<KeyBunch> = {}): KeyBunch {
  made += 1;
  const location =
    about.locationId === 2 ? { id: 2, name: 'Harbour Yard' } : { id: 1, name: 'Manchester HQ' };
  return {
    id: made,
    companyId: 1,
    identifier: `MCR-${made}`,
    type: 'lock_ups',
    currentTag: `44800${made}`,
    nfcSerial: null,
    locationId: location.id,
    location: { ...location, companyId: 1, type: 'office', description: null, status: 'active' },
    status: 'active',
    keyCount: 5,
    fobCount: 1,
    keyDescription: 'courtyard gate',
    description: null,
    notes: null,
    hasImage: false,
    imageUpdatedAt: null,
    position: null,
    premises: [{ id: 1, name: 'Bridgewater Mill', address: null, postcode: null, client: null }],
    holder: null,
    issuedAt: null,
    dueAt: null,
    short: null,
    missing: null,
    secondPerson: false,
    lastSeenAt: null,
    lastSeenLocation: null,
    lastUpdated: '2026-11-21T10:00:00Z',
    createdAt: '2026-11-21T10:00:00Z',
    updatedAt: '2026-11-21T10:00:00Z',
    ...about,
  };
}
export const outTo = (name: string, about: Partial<KeyBunch> = {}) =>
  aBunch({
    status: 'issued',
    holder: { name, id: 9, userId: null },
    issuedAt: '2026-11-21T17:04:00Z',
    ...about,
  });
export const aHolder = (id: number, name: string): Holder => ({
  id,
  name,
  kind: 'contractor',
  organisation: 'Irwell Facilities',
  phone: null,
  email: null,
  badge: `B-${id}`,
  userId: null,
  maxSets: null,
  validUntil: null,
  isActive: true,
  notes: null,
  sendReminders: false,
  role: null,
  remindersStoppedAt: null,
  out: 0,
  overdue: 0,
  createdByName: null,
  createdAt: '2026-11-21T10:00:00Z',
  updatedAt: '2026-11-21T10:00:00Z',
});
export const owen = aHolder(1, 'Owen Hartley');

export const found = (about: Partial<Lookup>): Lookup => ({
  kind: 'unknown',
  by: null,
  keyBunches: [],
  holder: null,
  blank: null,
  ...about,
});
export const scanned = (code: string, of: Partial<Lookup> = {}): DeskEvent => ({
  type: 'scanned',
  code,
  found: found(of),
});
export const badge = (holder: Holder) => scanned(holder.badge ?? '', { kind: 'holder', holder });
export const tag = (bunch: KeyBunch) =>
  scanned(bunch.currentTag ?? '', { kind: 'keyBunch', by: 'tag', keyBunches: [bunch] });
