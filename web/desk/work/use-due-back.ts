import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { dayOf } from '../../../shared/zone.ts';
import { useRead } from '../../api/read.ts';
import { clockIn } from '../../due-text.ts';
import type { Desk } from './use-desk.ts';

const READ = '50';

export type DueBack = { bunches: readonly KeyBunch[]; summary: string };

/** Sets due back here, longest overdue first, with the numbers overdue and due today. */
export function useDueBack({ place, around }: Desk): DueBack {
  const query = {
    by: 'due' as const,
    limit: READ,
    ...(place.place && { locationId: String(place.place.id) }),
  };
  const { data } = useRead('listOut', { query }, { enabled: place.known });
  const bunches = (data?.keyBunches ?? []).filter(({ dueAt }) => dueAt !== null);
  const { overdue = 0, today = 0 } = data?.counts ?? {};
  const end = dayOf(around.now, around.zone).to;
  const moments = bunches.flatMap(({ dueAt }) => {
    const at = Date.parse(dueAt ?? '');
    return at >= around.now && at < end ? [at] : [];
  });
  const until =
    moments.length === today && today > 0 ? `by ${clockIn(Math.max(...moments), around.zone)}` : 'more today';
  const summary = [overdue > 0 && `${overdue} overdue`, today > 0 && `${today} ${until}`]
    .filter(Boolean)
    .join(', ');
  return { bunches, summary };
}
