import type { KeyBunch } from '../../shared/key-bunch.ts';
import { count } from '../format.ts';

/** Contents of a set: "4 keys, 1 fob"; fobs only when there are some. */
export const contentsOf = ({ keyCount, fobCount }: Pick<KeyBunch, 'keyCount' | 'fobCount'>): string =>
  fobCount > 0 ? `${count(keyCount, 'key')}, ${count(fobCount, 'fob')}` : count(keyCount, 'key');
