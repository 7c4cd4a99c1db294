import { count } from '../../shared/count.ts';
import type { ImportKind } from '../../shared/import-words.ts';

type Words = {
  name: string;
  /** Singular and plural, for the button. */
  one: string;
  many: string;
  back: { label: string; to: '/key-bunches' | '/people' | '/locations' | '/premises' };
  /** What of the plan it fills. */
  limit?: 'keys' | 'locations';
};

/** Texts of each kind of import, and its way back. */
export const KINDS: Record<ImportKind, Words> = {
  key_sets: {
    name: 'Key sets',
    one: 'set',
    many: 'sets',
    back: { label: 'Key Management', to: '/key-bunches' },
    limit: 'keys',
  },
  people: { name: 'People', one: 'person', many: 'people', back: { label: 'People', to: '/people' } },
  locations: {
    name: 'Locations',
    one: 'location',
    many: 'locations',
    back: { label: 'Locations', to: '/locations' },
    limit: 'locations',
  },
  premises: {
    name: 'Premises',
    one: 'premises',
    many: 'premises',
    back: { label: 'Premises', to: '/premises' },
  },
};

/** "Import key sets". */
export const titleOf = (kind: ImportKind): string => `Import ${KINDS[kind].name.toLowerCase()}`;
export const isKind = (text: string): text is ImportKind => text in KINDS;

/** "395 sets". */
export const counted = (n: number, kind: ImportKind): string => count(n, KINDS[kind].one, KINDS[kind].many);

/** Said wherever an unfinished import can be left. */
export const keptText = (isKept: boolean): string =>
  isKept
    ? 'Nothing is imported yet. If you leave, this browser keeps it for three days.'
    : 'Nothing is imported yet, and this browser cannot keep it: it is lost if you leave.';
