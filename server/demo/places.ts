import type { BodyOf } from '../../shared/api.ts';

/** Where a bunch belongs, by the letters of its identifier. */
export const HOMES = {
  MCR: 'Manchester HQ',
  LDS: 'Leeds Office',
  BRS: 'Bristol Depot',
  BHM: 'Birmingham Office',
  V07: 'Van 07',
  V04: 'Van 04',
} as const;
export type Home = (typeof HOMES)[keyof typeof HOMES];

export const LOCATIONS: readonly (BodyOf<'createLocation'> & { name: Home })[] = [
  { name: 'Manchester HQ', type: 'office', description: 'Control room cabinet, ground floor' },
  { name: 'Leeds Office', type: 'office', description: 'Wellington Street, reception safe' },
  { name: 'Bristol Depot', type: 'office', description: 'Avonmouth, cabinets A and B' },
  { name: 'Birmingham Office', type: 'office', description: 'Colmore Row, second floor' },
  { name: 'Van 07', type: 'van', description: 'Manchester night patrol, safe behind the bulkhead' },
  { name: 'Van 04', type: 'van', description: 'Leeds and Bradford patrol' },
];

/** The patrol van that takes an office's keys over a weekend. */
export const VAN_OF: Partial<Record<Home, Home>> = { 'Manchester HQ': 'Van 07', 'Leeds Office': 'Van 04' };
