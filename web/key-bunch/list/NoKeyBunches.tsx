import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AddSetButton } from './AddSetButton.tsx';

/** The list without a row, and the one thing to do about it: add the first set, or take the filters away. */
export function NoKeyBunches({
  onAdd,
  onClear,
}: {
  onAdd: (() => void) | undefined;
  onClear: (() => void) | undefined;
}) {
  return (
    <EmptyState
      title="No key sets found matching your criteria"
      hint={onAdd && 'Add your first set with its tag number. It takes about half a minute.'}
      action={
        onClear ? <Button onClick={onClear}>Clear filters</Button> : onAdd && <AddSetButton onClick={onAdd} />
      }
    />
  );
}
