import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMe } from '../session.tsx';
import { Notice } from '../ui/Notice.tsx';
import { keptLocations } from './draft-store.ts';

type Props = { locations: readonly { id: number; name: string }[]; current: string };

/** Other locations with lines that this user typed on this device, each with its link. */
export function KeptSheets({ locations, current }: Props) {
  const { id: owner } = useMe();
  const [kept, setKept] = useState<number[]>([]);
  useEffect(() => {
    let isOld = false;
    void keptLocations(owner).then((ids) => !isOld && setKept(ids));
    return () => {
      isOld = true;
    };
  }, [owner]);
  const shown = locations.filter(({ id }) => kept.includes(id) && String(id) !== current);
  if (shown.length === 0) return null;
  return (
    <Notice variant="info" className="mb-4">
      {shown.map(({ id, name }) => (
        <p key={id} className="wrap-anywhere">
          Lines are kept for <bdi>{name}</bdi>.{' '}
          <Link
            to="/paper"
            search={{ location: String(id) }}
            className="font-medium text-link underline-offset-2 hover:underline"
          >
            Go on with them
          </Link>
        </p>
      ))}
    </Notice>
  );
}
