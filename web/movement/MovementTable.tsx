import type { Movement } from '../../shared/movement.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Table } from '../ui/table/Table.tsx';
import { Td } from '../ui/table/Td.tsx';
import { Th } from '../ui/table/Th.tsx';
import { Tr } from '../ui/table/Tr.tsx';
import { MovementRow } from './MovementRow.tsx';
import { nameOf, unclearNames } from './Who.tsx';

const WAITING = Array.from({ length: 10 }, (_, row) => row);

/** The movements on wide screens. */
export function MovementTable({ movements }: { movements: Movement[] | undefined }) {
  const unclear = unclearNames(movements ?? []);
  return (
    <Table className="table-fixed">
      <thead>
        <tr>
          <Th className="w-[140px] max-xl:w-[76px]">Action</Th>
          <Th className="w-[232px] max-xl:w-[160px]">Key set</Th>
          <Th>Description</Th>
          <Th className="w-[160px] max-xl:w-[136px] max-lg:hidden">Location</Th>
          <Th className="w-[188px] max-xl:w-[136px] max-lg:w-[116px]">User</Th>
          <Th className="w-[132px]">When</Th>
          <Th className="w-16 max-lg:w-13 touch:w-[76px]">
            <span className="sr-only">Details</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {movements?.map((movement) => (
          <MovementRow key={movement.id} movement={movement} unclear={unclear.has(nameOf(movement))} />
        ))}
        {!movements && WAITING.map((row) => <MovementRowSkeleton key={row} />)}
      </tbody>
    </Table>
  );
}

const MovementRowSkeleton = () => (
  <Tr>
    <Td>
      <Skeleton className="size-7" />
    </Td>
    <Td>
      <Skeleton className="my-[3px] h-3.5 w-20" />
      <Skeleton className="my-[3px] h-3 w-16" />
    </Td>
    <Td>
      <Skeleton className="my-[3px] h-3.5 w-48 max-w-full" />
      <Skeleton className="my-[3px] h-3 w-36 max-w-full" />
    </Td>
    <Td className="max-lg:hidden">
      <Skeleton className="h-4 w-24 max-w-full" />
    </Td>
    <Td>
      <Skeleton className="h-4 w-28 max-w-full" />
    </Td>
    <Td colSpan={2}>
      <Skeleton className="my-[3px] h-3.5 w-24" />
      <Skeleton className="my-[3px] h-3 w-16" />
    </Td>
  </Tr>
);
