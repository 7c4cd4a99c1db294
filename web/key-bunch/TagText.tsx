import type { KeyBunch } from '../../shared/key-bunch.ts';
import { TAG_BROKEN } from '../../shared/key-bunch-words.ts';
import { Marked } from './Marked.tsx';

/** A bunch's tag (`bare`: its number only) with `searched` marked; broken while the bunch is out. */
export function TagText({
  bunch,
  bare = false,
  searched = '',
}: {
  bunch: Pick<KeyBunch, 'status' | 'currentTag'>;
  bare?: boolean;
  searched?: string;
}) {
  if (bunch.status === 'issued')
    return <span className="text-amber-800 phone:font-medium dark:text-amber-300">{TAG_BROKEN}</span>;
  if (!bunch.currentTag) return 'No tag';
  return (
    <span className="tabular-nums">
      {!bare && 'Tag '}
      <Marked text={bunch.currentTag} searched={searched} />
    </span>
  );
}

/** An NFC serial with colons between bytes. It is stored without. */
export const serialText = (serial: string | null): string =>
  serial && /^([0-9A-F]{2})+$/.test(serial) ? (serial.match(/../g) ?? []).join(':') : (serial ?? '');
