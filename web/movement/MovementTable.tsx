import type { Movement } from '../../shared/movement.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Table } from '../ui/table/Table.tsx';
import { Td } from '../ui/table/Td.tsx';
import { Th } from '../ui/table/Th.tsx';
import { Tr } from '../ui/table/Tr.tsx';
import { MovementRow } from './MovementRow.tsx';

const WAITING = Array.from({ length: 10 }, (_, row) => row);

/** The movements on wide screens and on paper. */
export function MovementTable({ movements }: { movements: Movement[] | undefined }) {
  return (
    <Table className="table-fixed">
      <thead>
        <tr>
          <Th className="w-[148px] max-xl:w-[132px] max-lg:w-[68px] print:w-[12%]">Action</Th>
          <Th className="w-[176px] max-xl:w-[148px] max-lg:w-[126px] print:w-[15%]">Key set</Th>
          <Th>Description</Th>
          <Th className="w-[208px] max-xl:w-[150px] max-lg:w-[124px] print:w-[15%]">User</Th>
          <Th className="w-[140px] max-xl:w-[124px] max-lg:w-[112px] print:w-[17%]">When</Th>
          <Th className="w-16 touch:w-[76px] print:w-0 print:p-0">
            <span className="sr-only">Details</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {movements?.map((movement) => (
          <MovementRow key={movement.id} movement={movement} />
        ))}
        {!movements &&
          WAITING.map((row) => (
            <Tr key={row}>
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
              <Td>
                <Skeleton className="h-4 w-28 max-w-full" />
              </Td>
              <Td colSpan={2}>
                <Skeleton className="h-4 w-20" />
              </Td>
            </Tr>
          ))}
      </tbody>
    </Table>
  );
}
