/** The wording of holders. Imports no schema, so that a page can use it without one. */

export const HOLDER_KINDS = ['staff', 'contractor', 'client', 'other'] as const;
export type HolderKind = (typeof HOLDER_KINDS)[number];
export const HOLDER_KIND_LABELS: Record<HolderKind, string> = {
  staff: 'Staff',
  contractor: 'Contractor',
  client: 'Client',
  other: 'Other',
};
