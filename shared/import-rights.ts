import type { ImportKind } from './import-words.ts';
import type { Permission } from './permissions.ts';

/** Any of these permissions allows the import of a kind; a row's further needs are checked with it. */
export const MAY_IMPORT: Record<ImportKind, { any: readonly Permission[] }> = {
  key_sets: { any: ['key:create'] },
  people: { any: ['key:issue', 'user:edit'] },
  locations: { any: ['location:create'] },
  premises: { any: ['key:create'] },
};
