import type { HolderDetail } from '../../../shared/holder.ts';
import { overdueClass } from '../../custody/short-text.ts';
import { datedDay } from '../../format.ts';
import { Facts } from '../../key-bunch/Facts.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { linkClass } from '../../ui/link-class.ts';
import { Panel } from '../../ui/Panel.tsx';
import { MayTake } from '../MayTake.tsx';

/** How many they have of how many they may, and what is known of them. */
export function PersonFacts({ person, phone }: { person: HolderDetail; phone: boolean }) {
  const { held, maxSets, overdue } = person;
  return (
    <Panel aria-label="Facts">
      {!phone && (
        <div className="flex items-center gap-3 border-b p-4">
          <Avatar name={person.name} size={44} />
          <p>
            <span className="flex items-baseline gap-1.5">
              <span className="text-title/6 font-semibold tabular-nums">{held}</span>
              <span className="text-label text-muted">
                {maxSets === null ? `${held === 1 ? 'set' : 'sets'} now` : `of ${maxSets} sets allowed`}
              </span>
            </span>
            {overdue > 0 && <span className={cx('block text-hint', overdueClass)}>{overdue} overdue</span>}
          </p>
        </div>
      )}
      <Facts
        facts={[
          ['Phone', person.phone && <Reach key="phone" by="tel" to={person.phone} />],
          ['Email', person.email && <Reach key="email" by="mailto" to={person.email} />],
          ['Badge', person.badge],
          ['May take keys', <MayTake key="until" holder={person} />],
          ['Key set limit', maxSets === null ? 'No limit' : maxSets],
          ['Signs in', person.userId === null ? 'No' : 'Yes'],
          ['Notes', person.notes],
          [
            'Added',
            `${datedDay(person.createdAt)}${person.createdByName ? ` by ${person.createdByName}` : ''}`,
          ],
        ]}
      />
    </Panel>
  );
}

const Reach = ({ by, to }: { by: 'tel' | 'mailto'; to: string }) => (
  <a
    href={`${by}:${by === 'tel' ? to.replace(/[^+\d]/g, '') : to}`}
    className={cx(linkClass, 'font-normal touch:-my-3')}
  >
    {to}
  </a>
);
