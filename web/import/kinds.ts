import type { ImportKind } from '../../shared/import-words.ts';
import { any, type Needs } from '../../shared/permissions.ts';

type Words = {
  title: string;
  /** Singular and plural, for the button. */
  one: string;
  many: string;
  back: { label: string; to: '/key-bunches' | '/people' | '/locations' | '/premises' };
  needs: Needs;
};

/** Texts of each kind of import, its way back, and the permission it needs. */
export const KINDS: Record<ImportKind, Words> = {
  key_sets: {
    title: 'Import key sets',
    one: 'set',
    many: 'sets',
    back: { label: 'Key Management', to: '/key-bunches' },
    needs: 'key:create',
  },
  people: {
    title: 'Import people',
    one: 'person',
    many: 'people',
    back: { label: 'People', to: '/people' },
    needs: any('key:issue', 'user:edit'),
  },
  locations: {
    title: 'Import locations',
    one: 'location',
    many: 'locations',
    back: { label: 'Locations', to: '/locations' },
    needs: 'location:create',
  },
  premises: {
    title: 'Import premises',
    one: 'premises',
    many: 'premises',
    back: { label: 'Premises', to: '/premises' },
    needs: 'key:create',
  },
};

export const isKind = (text: string): text is ImportKind => text in KINDS;

export const figure = (n: number): string => n.toLocaleString('en-GB');
/** "395 sets". */
export const counted = (n: number, kind: ImportKind): string =>
  `${figure(n)} ${n === 1 ? KINDS[kind].one : KINDS[kind].many}`;
export const rowsText = (n: number): string => `${figure(n)} ${n === 1 ? 'row' : 'rows'}`;

/** Said wherever an unfinished import can be left. */
export const keptText = (isKept: boolean): string =>
  isKept
    ? 'Nothing is imported yet. If you leave, this browser keeps it for three days.'
    : 'Nothing is imported yet, and this browser cannot keep it: it is lost if you leave.';
