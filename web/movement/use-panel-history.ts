import { ACTION_FILTERS } from '../../shared/movement-words.ts';
import { type DateFilter, dateFilterOf, useDateRange } from './date-filter.ts';
import { useMovements } from './use-movements.ts';

/** What narrows the history of one record, as it stands in the address of its page. */
type Asked = Record<'action' | 'date' | 'from' | 'to', string>;
/** Changes some of them; with `replace` without a step of the browser's history. */
type Change = (patch: Partial<Asked>, replace?: boolean) => void;

/** The movements of `whose` that the filters of the page keep. */
export function usePanelHistory(
  whose: { holderId: string } | { premisesId: string },
  asked: Asked,
  change: Change,
) {
  const date = dateFilterOf(asked.date);
  const range = useDateRange(date, asked.from, asked.to);
  const action = ACTION_FILTERS.find((one) => one === asked.action);
  const { list } = useMovements({ ...whose, ...range, ...(action && { action }) });
  return {
    list,
    action: action ?? '',
    date,
    from: asked.from,
    to: asked.to,
    filtered: date !== 'all' || action !== undefined,
    change,
    setAction: (next: string) => change({ action: next }),
    setDate: (next: DateFilter) => change({ date: next === 'all' ? '' : next, from: '', to: '' }),
    clear: () => change({ action: '', date: '', from: '', to: '' }),
  };
}
export type PanelHistory = ReturnType<typeof usePanelHistory>;
