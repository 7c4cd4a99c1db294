import type { Holder } from '../../../shared/holder.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { roleOf } from '../state/answers.ts';
import { Holding } from './Holding.tsx';
import { Matched } from './Matched.tsx';

type Props = { holder: Holder; q?: string; onPick: (holder: Holder) => void };

/** Somebody to choose, with what they hold. */
export const PersonRow = ({ holder, q = '', onPick }: Props) => (
  <li>
    <button
      type="button"
      onClick={() => onPick(holder)}
      className="flex min-h-12 w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left transition-colors hover:bg-soft phone:min-h-14"
    >
      <Avatar name={holder.name} />
      <span className="min-w-0 flex-1">
        <b className="block truncate font-medium">
          <Matched text={holder.name} q={q} />
        </b>
        <span className="block truncate text-hint text-muted">{roleOf(holder)}</span>
      </span>
      <Holding holder={holder} />
    </button>
  </li>
);
