import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { LastSeen } from '../LastSeen.tsx';
import { missingText } from '../since-text.ts';

/** Of a missing set since when and who had it last; of any other, where that is asked for, when and where it was last seen. */
export function WhereaboutsLine({ bunch, seen }: { bunch: KeyBunch; seen: boolean }) {
  if (bunch.status === 'missing') return <p className="text-hint text-bad">{missingText(bunch)}</p>;
  if (!seen) return null;
  if (!bunch.lastSeenAt) return <p className="text-hint text-muted">Never seen</p>;
  return (
    <p className="text-hint text-muted">
      Last seen <LastSeen bunch={bunch} />
    </p>
  );
}
