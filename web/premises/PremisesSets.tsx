import { useId } from 'react';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { doorOf } from '../../shared/opens-text.ts';
import type { PremisesDetail } from '../../shared/premises.ts';
import { DueText, OutSince } from '../custody/DueText.tsx';
import { HolderName } from '../custody/HolderName.tsx';
import { shortClass, shortText } from '../custody/short-text.ts';
import { contentsOf } from '../key-bunch/contents.ts';
import { Identifier } from '../key-bunch/Identifier.tsx';
import { KeyBunchRowActions } from '../key-bunch/KeyBunchRowActions.tsx';
import type { KeyBunchDialog } from '../key-bunch/key-bunch-dialog.ts';
import { type KeyRights, useKeyRights } from '../key-bunch/key-rights.ts';
import { StatusBadge } from '../key-bunch/StatusBadge.tsx';
import { TagText } from '../key-bunch/TagText.tsx';
import { cx } from '../ui/cx.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';

type Props = { premises: PremisesDetail; onAct: (dialog: KeyBunchDialog) => void };

/** The sets that open the premises: tag, place, holder and actions. */
export function PremisesSets({ premises, onAct }: Props) {
  const rights = useKeyRights();
  const { keyBunches, sets, out } = premises;
  return (
    <Panel aria-label="Key sets">
      <PanelHead
        title="Key sets"
        count={sets}
        right={out > 0 && <span className="text-label text-muted">{out} out</span>}
      />
      {keyBunches.length === 0 && (
        <p className="p-4 text-muted">
          No set opens these premises yet. Name them where a set is added or edited.
        </p>
      )}
      <ul className="divide-y">
        {keyBunches.map((bunch) => (
          <SetRow key={bunch.id} bunch={bunch} rights={rights} onAct={onAct} />
        ))}
      </ul>
      {keyBunches.length < sets && (
        <p className="border-t px-4 py-3 text-hint text-muted">
          The first {keyBunches.length}. Search for these premises in Keys to see all {sets}.
        </p>
      )}
    </Panel>
  );
}

type RowProps = { bunch: KeyBunch; rights: KeyRights; onAct: Props['onAct'] };

function SetRow({ bunch, rights, onAct }: RowProps) {
  const id = useId();
  const door = doorOf(bunch);
  const short = shortText(bunch);
  return (
    <li className="flex min-h-[57px] items-center gap-x-4 gap-y-3 px-4 py-2 phone:flex-wrap phone:py-3">
      <div className="min-w-0 flex-1 phone:basis-full">
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <span id={id}>
            <Identifier bunch={bunch} linked={rights.history} className="touch:-my-3.5 touch:py-3.5" />
          </span>
          <span className="text-hint text-muted">
            <TagText bunch={bunch} />, {contentsOf(bunch)}
            {short && <span className={cx('font-medium', shortClass)}>, {short}</span>}
          </span>
        </p>
        {door && <p className="line-clamp-2 text-hint text-muted wrap-anywhere">{door}</p>}
      </div>
      <div className="flex w-96 min-w-0 items-center gap-3 max-xl:w-72 phone:w-auto phone:flex-1">
        <StatusBadge status={bunch.status} />
        <Where bunch={bunch} />
      </div>
      <KeyBunchRowActions bunch={bunch} rights={rights} onAct={onAct} describedBy={id} />
    </li>
  );
}

/** Holder, issue and due time of a set; then its place, current or usual. */
function Where({ bunch: { holder, issuedAt, dueAt, location, position } }: { bunch: KeyBunch }) {
  const place = [location.name, position].filter(Boolean).join(' · ');
  if (!holder) return <p className="min-w-0 text-label wrap-anywhere">{place}</p>;
  return (
    <div className="min-w-0 text-label wrap-anywhere">
      <HolderName holder={holder} className="touch:-my-3 touch:inline-block touch:py-3" />
      <p className="text-hint text-muted">
        {issuedAt && (
          <>
            since <OutSince at={issuedAt} inline />
          </>
        )}
        {dueAt && (
          <>
            {' · '}
            <DueText at={dueAt} />
          </>
        )}
      </p>
      <p className="text-hint text-muted">Belongs at {place}</p>
    </div>
  );
}
