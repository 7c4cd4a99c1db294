import type { OutHolder } from '../../../shared/custody.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { PrintedSets, SignatureLine } from '../PrintedSets.tsx';
import { groupsOf } from './use-out.ts';
import { whoText } from './who-text.ts';

/** What is out on paper: a block per person, with a line to sign on. */
export function PrintedOut({
  rows,
  now,
}: {
  rows: readonly { bunch: KeyBunch; holders: readonly OutHolder[] }[];
  now: number;
}) {
  const groups = groupsOf(
    rows.map(({ bunch }) => bunch),
    rows[0]?.holders ?? [],
  );
  return groups.map(({ key, who, bunches }) => (
    <section key={key} className="mb-7">
      <PrintedSets
        title={who.holder.name}
        note={[whoText(who), who.phone].filter(Boolean).join(' · ')}
        bunches={bunches}
        now={now}
      />
      <SignatureLine name={who.holder.name} />
    </section>
  ));
}
