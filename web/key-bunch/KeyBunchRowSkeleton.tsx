import { Skeleton } from '../ui/Skeleton.tsx';
import { Td } from '../ui/Td.tsx';
import { Tr } from '../ui/Tr.tsx';

/** A row of the key list whose bunch is not known yet. */
export const KeyBunchRowSkeleton = () => (
  <Tr aria-hidden>
    <Td>
      <Skeleton className="h-3.5 w-20" />
      <Skeleton className="mt-2 h-3 w-28" />
    </Td>
    <Td>
      <Skeleton className="h-[22px] w-18" />
    </Td>
    <Td>
      <Skeleton className="h-3.5 w-24" />
    </Td>
    <Td>
      <Skeleton className="h-[22px] w-18 rounded-full" />
    </Td>
    <Td>
      <Skeleton className="h-3.5 w-16" />
    </Td>
    <Td>
      <Skeleton className="ml-auto h-8 w-32 touch:h-11" />
    </Td>
  </Tr>
);
