import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { shortTime } from '../../format.ts';
import { FirstSets, IMPORT_HINT, useImportFirst } from '../../import/ImportButton.tsx';
import { useLabels } from '../../labels.ts';
import { PrintedTable } from '../../print/PrintFrame.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PrintedWhat } from '../BunchText.tsx';
import { PrintedStatus, printedTag } from '../StatusBadge.tsx';
import { AddSetButton } from './KeyListBars.tsx';

/** The empty list: clear the filters, or in an empty register import or add the first set. */
export function NoKeyBunches({
  onAdd,
  onClear,
}: {
  onAdd: (() => void) | undefined;
  onClear: (() => void) | undefined;
}) {
  const imports = useImportFirst();
  if (onClear)
    return (
      <EmptyState
        title="No key sets found matching your criteria"
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    );
  return (
    <EmptyState
      title="No key sets yet"
      hint={onAdd && IMPORT_HINT}
      action={
        onAdd && (
          <FirstSets>
            <AddSetButton onClick={onAdd} second={imports} />
          </FirstSets>
        )
      }
    />
  );
}

const COLUMNS = [
  { title: 'Set ID', width: 'w-[11%]' },
  { title: 'Tag', width: 'w-[8%]' },
  { title: 'Description', width: 'w-[22%]' },
  { title: 'Type', width: 'w-[10%]' },
  { title: 'Location', width: 'w-[13%]' },
  { title: 'Status', width: 'w-[17%]' },
  { title: 'Keys', width: 'w-[5%]', num: true },
  { title: 'Fobs', width: 'w-[5%]', num: true },
  { title: 'Last update', width: 'w-[9%]' },
] as const;

/** The register on paper: what each set opens, location and holder. */
export function PrintedBunches({ bunches }: { bunches: readonly KeyBunch[] }) {
  const { label } = useLabels();
  return (
    <PrintedTable columns={COLUMNS}>
      {bunches.map((bunch) => (
        <tr key={bunch.id}>
          <td className="font-semibold">{bunch.identifier}</td>
          <td className="text-muted">{printedTag(bunch)}</td>
          <PrintedWhat bunch={bunch} />
          <td>{label('keyTypes', bunch.type)}</td>
          <td>
            {bunch.location.name}
            {bunch.position && <span className="block text-muted">{bunch.position}</span>}
          </td>
          <PrintedStatus bunch={bunch} />
          <td className="text-right tabular-nums">{bunch.keyCount}</td>
          <td className="text-right tabular-nums">{bunch.fobCount}</td>
          <td className="text-muted tabular-nums">{shortTime(bunch.lastUpdated)}</td>
        </tr>
      ))}
    </PrintedTable>
  );
}
