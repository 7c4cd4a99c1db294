import { figure } from '../../format.ts';
import { OptionButton } from '../../ui/form/OptionButton.tsx';
import type { KeyChoices } from '../key-choices.ts';
import type { KeyFilters } from './key-filters.ts';
import { useKeyTotal } from './key-list.ts';

/** A status in the filter sheet, with how many sets have it among what the other filters keep. */
export function StatusOption({
  choice,
  draft,
  onChoose,
}: {
  choice: KeyChoices['statuses'][number];
  draft: KeyFilters;
  onChoose: (draft: KeyFilters) => void;
}) {
  const only = { ...draft, status: choice.value };
  const { total, atLeast } = useKeyTotal(only);
  return (
    <OptionButton
      pressed={draft.status === choice.value}
      dot={choice.tint}
      count={total === undefined ? undefined : figure(total, atLeast)}
      onClick={() => onChoose(only)}
    >
      {choice.label}
    </OptionButton>
  );
}
