import type { KeyBunch } from '../../../shared/key-bunch.ts';
import type { PremisesDetail } from '../../../shared/premises.ts';
import { DueText, OutSince } from '../../custody/DueText.tsx';
import { HolderName } from '../../custody/HolderName.tsx';
import { shortClass, shortText } from '../../custody/short-text.ts';
import { contentsOf } from '../../key-bunch/contents.ts';
import { Identifier } from '../../key-bunch/Identifier.tsx';
import { useKeyRights } from '../../key-bunch/key-rights.ts';
import { StatusBadge } from '../../key-bunch/StatusBadge.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';

/** The sets that open some premises: where each is, or who has it. */
export function PremisesSets({ premises }: { premises: PremisesDetail }) {
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
          <SetRow key={bunch.id} bunch={bunch} />
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

function SetRow({ bunch }: { bunch: KeyBunch }) {
  const { history } = useKeyRights();
  const { keyDescription } = bunch;
  const short = shortText(bunch);
  return (
    <li className="flex min-h-[57px] items-center gap-x-4 gap-y-3 px-4 py-2 phone:flex-wrap phone:py-3">
      <div className="min-w-0 flex-1 phone:basis-full">
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <Identifier bunch={bunch} linked={history} className="touch:-my-3 touch:py-3" />
          <span className="text-hint text-muted">
            {contentsOf(bunch)}
            {short && <span className={cx('font-medium', shortClass)}>, {short}</span>}
          </span>
        </p>
        {keyDescription && (
          <p className="line-clamp-2 text-hint text-muted wrap-anywhere">{keyDescription}</p>
        )}
      </div>
      <div className="flex w-96 min-w-0 items-center gap-3 max-xl:w-72 phone:w-auto phone:basis-full">
        <StatusBadge status={bunch.status} />
        <Where bunch={bunch} />
      </div>
    </li>
  );
}

/** Who has it since when, and when it is due; or the location and where it hangs there. */
function Where({ bunch: { holder, issuedAt, dueAt, location, position } }: { bunch: KeyBunch }) {
  if (!holder)
    return (
      <p className="min-w-0 text-label wrap-anywhere">
        {location.name}
        {position && <span className="text-muted"> · {position}</span>}
      </p>
    );
  return (
    <div className="min-w-0 text-label wrap-anywhere">
      <HolderName holder={holder} className="touch:-my-3 touch:inline-block touch:py-3" />
      <p className="text-hint text-muted">
        {issuedAt && (
          <>
            since <OutSince at={issuedAt} />
          </>
        )}
        {dueAt && (
          <>
            {' · '}
            <DueText at={dueAt} />
          </>
        )}
      </p>
    </div>
  );
}
