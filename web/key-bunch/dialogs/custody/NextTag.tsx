import { useRead } from '../../../api/read.ts';
import { linkClass } from '../../../ui/link-class.ts';

type Props = { location: { id: number; name: string }; onUse: (tag: string) => void };

/** Offers the next number of a location's seals, as the desk suggests it; nothing where the last one was no number. */
export function NextTag({ location, onUse }: Props) {
  const { data } = useRead('getNextTag', { query: { locationId: String(location.id) } });
  const next = data?.next;
  if (!next) return null;
  return (
    <span>
      Next at {location.name}:{' '}
      <button type="button" className={linkClass} onClick={() => onUse(next)}>
        Use {next}
      </button>
    </span>
  );
}
