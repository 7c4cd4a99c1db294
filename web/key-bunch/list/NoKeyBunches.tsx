import { FirstSets, IMPORT_HINT, useImportFirst } from '../../import/FirstSets.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AddSetButton } from './AddSetButton.tsx';

/** The list without a row, and what to do about it: take the filters away; in an empty register, import or add the first set. */
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
