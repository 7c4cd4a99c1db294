/** The wording of locations. Imports no schema, so that a page can use it without one. */

export const LOCATION_STATUS_LABELS = { active: 'Active', limited: 'Limited' } as const;

/** Any status except active is shown as Limited. */
export const locationStatusLabel = (status: string): string =>
  LOCATION_STATUS_LABELS[status === 'active' ? 'active' : 'limited'];

export const FALLBACK_LOCATION_TYPES = ['office', 'van'] as const;
export const LOCATION_TYPE_LABELS: Record<string, string> = { office: 'Office', van: 'Mobile Van' };

/** `{location}_keys_report_{date}.csv`; in the name, anything but letters, digits, - and _ becomes _. `date` is YYYY-MM-DD. */
export const reportFileName = (location: string, date: string): string =>
  `${location.replace(/[^\p{L}\p{M}\p{N}_-]/gu, '_')}_keys_report_${date}.csv`;
