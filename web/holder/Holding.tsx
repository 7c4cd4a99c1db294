import type { Holder } from '../../shared/holder.ts';
import { overdueClass } from '../custody/short-text.ts';
import { count } from '../format.ts';

/** "2 sets, 1 overdue"; muted "Nothing". */
export function Holding({ holder: { out, overdue } }: { holder: Pick<Holder, 'out' | 'overdue'> }) {
  if (out === 0) return <span className="text-muted">Nothing</span>;
  return (
    <>
      {count(out, 'set')}
      {overdue > 0 && (
        <>
          , <span className={overdueClass}>{overdue} overdue</span>
        </>
      )}
    </>
  );
}
