import { memo, useRef } from 'react';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { opensParts } from '../../shared/opens-text.ts';
import { count } from '../format.ts';
import { Identifier, Opens, TagText, TypeTag } from '../key-bunch/BunchText.tsx';
import { useKeyRights } from '../key-bunch/key-rights.ts';
import { StatusBadge } from '../key-bunch/StatusBadge.tsx';
import { changedSinceIssue } from '../key-bunch/since.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Table, Td, Th, Tr } from '../ui/Table.tsx';
import { Time } from '../ui/Time.tsx';
import { useWindowRows } from '../ui/window-rows.ts';

const ROW = 52;
const COLUMNS = 7;
/** Note about the order of the inventory. */
export const INVENTORY_ORDER = 'Missing first, then issued';

/** The loaded sets, the total, and a callback near the end of the list. */
export type InventoryProps = { bunches: KeyBunch[]; total: number; onNearEnd: () => void };

/** Inventory of a location as a table; renders only the rows near the window. */
export function Inventory({ bunches, total, onNearEnd }: InventoryProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { history } = useKeyRights();
  const { rows, before, after } = useWindowRows({
    box: body,
    count: bunches.length,
    height: ROW,
    onNearEnd,
  });
  return (
    <Panel>
      <PanelHead title="Key inventory" count={count(total, 'key set')} right={INVENTORY_ORDER} />
      <Table bare aria-label="Key inventory" aria-rowcount={total + 1} className="table-fixed">
        <thead className="sticky top-14 z-10 bg-panel shadow-[0_1px_0_var(--line)] touch:top-16">
          <tr aria-rowindex={1}>
            <Th className="w-[150px] max-lg:w-auto">Set ID & Tag</Th>
            <Th className="max-lg:hidden">Description</Th>
            <Th className="w-[122px]">Type</Th>
            <Th className="w-[200px] max-lg:w-[188px]">Status</Th>
            <Th num className="w-16 pr-2! pl-1!">
              Keys
            </Th>
            <Th num className="w-16 pr-3! pl-1!">
              Fobs
            </Th>
            <Th className="w-[118px]">Last Update</Th>
          </tr>
        </thead>
        <tbody ref={body} className="[&>tr:first-child]:border-t-0">
          <Spacer height={before} />
          {rows.map(({ index }) => {
            const bunch = bunches[index];
            return bunch && <InventoryRow key={bunch.id} bunch={bunch} index={index} linked={history} />;
          })}
          <Spacer height={after} />
        </tbody>
      </Table>
    </Panel>
  );
}

type RowProps = { bunch: KeyBunch; index: number; linked: boolean };

const InventoryRow = memo(function InventoryRow({ bunch, index, linked }: RowProps) {
  const { holder, issuedAt, position, keyCount, fobCount } = bunch;
  return (
    <Tr size="report" hover aria-rowindex={index + 2}>
      <Td>
        <div className="truncate">
          <Identifier bunch={bunch} linked={linked} />
        </div>
        <div className="truncate text-hint text-muted">
          <TagText bunch={bunch} />
          {position && ` · ${position}`}
        </div>
        <Opens bunch={bunch} client={false} className="text-hint lg:hidden" />
      </Td>
      <Td className="max-lg:hidden">
        <Opens bunch={bunch} client={false} />
        <span className="block truncate text-hint text-muted">{opensParts(bunch).client}</span>
      </Td>
      <Td>
        <TypeTag type={bunch.type} />
      </Td>
      <Td>
        <span className="flex min-w-0 items-center gap-2">
          <StatusBadge status={bunch.status} />
          {holder && (
            <span className="min-w-0 text-hint/4 text-muted">
              <span className="line-clamp-2 text-fg" title={holder.name}>
                {holder.name}
              </span>
              {issuedAt && changedSinceIssue(bunch) && <Time at={issuedAt} />}
            </span>
          )}
        </span>
      </Td>
      <Td num className="pr-2! pl-1!">
        {keyCount.toLocaleString()}
      </Td>
      <Td num zero={fobCount === 0} className="pr-3! pl-1!">
        {fobCount.toLocaleString()}
      </Td>
      <Td className="text-muted">
        <Time at={bunch.lastUpdated} />
      </Td>
    </Tr>
  );
});

const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td colSpan={COLUMNS} style={{ height, padding: 0 }} />
    </tr>
  );
