import { useId } from 'react';
import { seesEverywhere } from '../../shared/grant.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { contentsOf, doorOf } from '../../shared/opens-text.ts';
import type { PremisesDetail } from '../../shared/premises.ts';
import { Identifier, TagText } from '../BunchText.tsx';
import { DueText, HolderName, OutSince, PrintedDue } from '../custody/CustodyText.tsx';
import { shortClass, shortText } from '../custody/due-lines.ts';
import { exactTime } from '../format.ts';
import type { KeyBunchDialog } from '../key-bunch/BunchDialog.tsx';
import { KeyBunchRowActions, type KeyRights, useKeyRights } from '../key-bunch/key-actions.tsx';
import { StatusBadge } from '../key-bunch/StatusBadge.tsx';
import { useLabels } from '../labels.ts';
import { type PrintedColumn, PrintedTable, PrintFrame } from '../print/PrintFrame.tsx';
import { useMe, useSession } from '../session.tsx';
import { cx } from '../ui/cx.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { useNow } from '../zone.ts';

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
        <Whereabouts bunch={bunch} />
      </div>
      <KeyBunchRowActions bunch={bunch} rights={rights} onAct={onAct} describedBy={id} />
    </li>
  );
}

/** Holder, issue and due time of a set; then its place, current or usual. */
function Whereabouts({ bunch: { holder, issuedAt, dueAt, location, position } }: { bunch: KeyBunch }) {
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

/** Printed list of keys held, for the client: contents, place and holder of each set. Leaves the company, so without tags and positions. */
export function PremisesPaper({ premises, readAt }: { premises: PremisesDetail; readAt: number }) {
  const { name, client, address, postcode, reference, keyBunches, sets } = premises;
  const limited = !seesEverywhere(useMe());
  return (
    <PrintFrame
      title="Keys held"
      about={name}
      filters={[
        client,
        [address, postcode].filter(Boolean).join(', '),
        reference && `Reference ${reference}`,
      ]}
      rows={{ printed: keyBunches.length, total: sets, noun: 'key set' }}
      asOf={new Date(readAt)}
    >
      <PrintedTable columns={usePrintedSets()} rows={keyBunches} />
      {keyBunches.length === 0 && <p className="py-3">We hold no keys of these premises.</p>}
      {limited && <p className="mt-3 text-muted">Sets at other locations are not on this sheet.</p>}
      <Signatures client={client} />
    </PrintFrame>
  );
}

function usePrintedSets(): readonly PrintedColumn<KeyBunch>[] {
  const now = useNow();
  const { label } = useLabels();
  return [
    { title: 'Set', width: 'w-[15%]', body: 'font-semibold', cell: ({ identifier }) => identifier },
    { title: 'Door', width: 'w-[27%]', cell: doorOf },
    {
      title: 'Contents',
      width: 'w-[16%]',
      cell: (bunch) => (
        <>
          {contentsOf(bunch)}
          {shortText(bunch) && <span className="block font-semibold">{shortText(bunch)}</span>}
        </>
      ),
    },
    {
      title: 'Where it is',
      width: 'w-[24%]',
      cell: ({ holder, issuedAt, status, location }) =>
        holder ? (
          <>
            {label('statuses', status)}, {holder.name}
            {issuedAt && <span className="block text-muted">since {exactTime(issuedAt)}</span>}
          </>
        ) : (
          <>
            {location.name}
            {status !== 'active' && (
              <span className={status === 'missing' ? 'block font-semibold' : 'block text-muted'}>
                {label('statuses', status)}
              </span>
            )}
          </>
        ),
    },
    {
      title: 'Due back',
      width: 'w-[18%]',
      body: 'tabular-nums',
      cell: ({ holder, dueAt }) => holder && <PrintedDue at={dueAt} now={now} />,
    },
  ];
}

/** Signature lines of both sides. */
function Signatures({ client }: { client: string | null }) {
  const session = useSession();
  const company = session.state === 'in' ? session.company?.name : undefined;
  return (
    <div className="mt-14 break-inside-avoid text-muted">
      {[company ?? 'Keyholder', client ?? 'Client'].map((side) => (
        <div key={side} className="mb-14 flex gap-8">
          <p className="min-w-0 flex-1 border-t border-fg pt-1 wrap-anywhere">
            For {side}, name and signature
          </p>
          <p className="w-40 shrink-0 border-t border-fg pt-1">Date and time</p>
        </div>
      ))}
    </div>
  );
}
