import type { KeyBunch } from '../../shared/key-bunch.ts';
import { opensText } from './opens-text.ts';

/** The cell of what a set opens on paper: the premises, under them which door. */
export function PrintedWhat({ bunch }: { bunch: Pick<KeyBunch, 'premises' | 'keyDescription'> }) {
  const opens = opensText(bunch);
  return (
    <td>
      {opens && <span className="block font-medium">{opens}</span>}
      {bunch.keyDescription}
    </td>
  );
}
