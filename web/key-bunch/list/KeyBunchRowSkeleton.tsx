import { Skeleton } from '../../ui/Skeleton.tsx';
import { Td } from '../../ui/table/Td.tsx';
import { Tr } from '../../ui/table/Tr.tsx';
import { CELL } from './key-cell.ts';

/** A row of the key list whose bunch is not known yet. */
export const KeyBunchRowSkeleton = () => (
  <Tr aria-hidden>
    <Td className={CELL}>
      <Skeleton className="h-3.5 w-20" />
      <Skeleton className="mt-2 h-3 w-full max-w-28" />
    </Td>
    <Td className={CELL}>
      <Skeleton className="h-[22px] w-18" />
    </Td>
    <Td className={CELL}>
      <Skeleton className="h-3.5 w-full max-w-24" />
    </Td>
    <Td className={CELL}>
      <Skeleton className="h-[22px] w-18 rounded-full" />
    </Td>
    <Td className={CELL}>
      <Skeleton className="h-3.5 w-16" />
    </Td>
    <Td className={CELL}>
      <Skeleton className="ml-auto h-8 w-full touch:h-11" />
    </Td>
  </Tr>
);
