import { useRead } from '../api/read.ts';

type Props = { name: string; onPick: (holderId: number) => void };

/** The people of one name, with their organisation and badge. */
export function SameName({ name, onPick }: Props) {
  const { data = [] } = useRead('listHolders', { query: { q: name, limit: '20' } });
  const people = data.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  return (
    <p className="flex flex-wrap gap-x-3">
      {people.map(({ id, organisation, badge, phone }) => (
        <button
          key={id}
          type="button"
          className="text-left font-medium wrap-anywhere text-link underline-offset-2 hover:underline touch:min-h-11"
          onClick={() => onPick(id)}
        >
          {[organisation ?? 'No organisation', badge ? `badge ${badge}` : (phone ?? `person ${id}`)].join(
            ', ',
          )}
        </button>
      ))}
    </p>
  );
}
