import { memo, type ReactNode } from 'react';
import type { MovingBunch } from '../../shared/bulk-move.ts';
import { contentsOf } from '../../shared/opens-text.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { Identifier, TagText, TypeTag } from '../BunchText.tsx';
import { count } from '../format.ts';
import { useKeyRights } from '../key-bunch/key-actions.tsx';
import { StatusBadge } from '../key-bunch/StatusBadge.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { Notice } from '../ui/Notice.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Table, Td, Th, Tr } from '../ui/Table.tsx';
import { WindowBody, WindowCards } from '../ui/WindowRows.tsx';
import type { MoveAudit, MoveChoices, MovePlan, Outcome } from './use-bulk-move.ts';

type Props = { choices: MoveChoices; audit: MoveAudit; plan: MovePlan; outcome: Outcome | null };

/** The sets to move, or why there are none. */
export function PlannedKeys(props: Props) {
  return (
    <div className="min-w-0" aria-busy={props.plan.waiting || undefined}>
      <Content {...props} />
    </div>
  );
}

function Content({ choices, audit, plan, outcome }: Props): ReactNode {
  if (plan.error) return <ReadFailed error={plan.error} onRetry={plan.retry} />;
  if (plan.waiting) return <Skeleton className="h-64 rounded-xl" />;
  if (plan.noKeys) return <NoKeys audit={audit} plan={plan} title={plan.noKeys} />;
  if (plan.data) return <KeysToMove bunches={plan.data.bunches} typed={choices.typeName === ''} />;
  if (outcome || choices.waiting) return null;
  return (
    <EmptyState
      title="What do you want to move?"
      hint="Choose a key type and two locations. You need an audit of the starting location from the last 24 hours. You can run it here."
    />
  );
}

function NoKeys({ audit, plan: { data }, title }: Pick<Props, 'audit' | 'plan'> & { title: string }) {
  if (!audit.verified && (data?.expected ?? 0) === 0) return null;
  return (
    <Notice variant="info" title={title}>
      {data && data.missing > 0 && (
        <p>
          {count(data.missing, 'key is', 'keys are')} missing there. An audit that finds them marks them
          Present.
        </p>
      )}
    </Notice>
  );
}

type KeysToMoveProps = {
  bunches: readonly MovingBunch[];
  /** With all types, each row shows its own. */
  typed: boolean;
};

const ROW = { desk: 45, phone: 73 };

/** The sets to move by ID; only rows near the window are rendered. */
function KeysToMove(props: KeysToMoveProps) {
  const phone = useMedia(PHONE);
  return (
    <Panel>
      <PanelHead title="Keys to move" count={props.bunches.length.toLocaleString()} />
      {phone ? <Cards {...props} /> : <Rows {...props} />}
    </Panel>
  );
}

function Rows({ bunches, typed }: KeysToMoveProps) {
  const { history } = useKeyRights();
  return (
    <Table bare aria-label="Keys to move" aria-rowcount={bunches.length + 1} className="table-fixed">
      <thead className="sticky top-14 z-10 bg-panel shadow-[0_1px_0_var(--line)] touch:top-16">
        <tr aria-rowindex={1}>
          <Th className="w-[140px]">Set ID</Th>
          <Th className="w-[110px]">Tag</Th>
          <Th>Description</Th>
          {typed && <Th className="w-[122px]">Type</Th>}
          <Th num className="w-16 pl-1!">
            Keys
          </Th>
          <Th num className="w-16 pl-1!">
            Fobs
          </Th>
          <Th className="w-[116px]">Status</Th>
        </tr>
      </thead>
      <WindowBody items={bunches} height={ROW.desk} columns={7}>
        {(bunch, index) => <Row key={bunch.id} bunch={bunch} index={index} typed={typed} linked={history} />}
      </WindowBody>
    </Table>
  );
}

type RowProps = { bunch: MovingBunch; index: number; typed: boolean; linked: boolean };

const Row = memo(function Row({ bunch, index, typed, linked }: RowProps) {
  return (
    <Tr size="one" hover aria-rowindex={index + 2}>
      <Td className="truncate">
        <Identifier bunch={bunch} linked={linked} />
      </Td>
      <Td className="truncate text-muted">
        <TagText bunch={bunch} bare />
      </Td>
      <Td className="truncate" title={bunch.keyDescription ?? undefined}>
        {bunch.keyDescription}
      </Td>
      {typed && (
        <Td>
          <TypeTag type={bunch.type} />
        </Td>
      )}
      <Td num className="pl-1!">
        {bunch.keyCount.toLocaleString()}
      </Td>
      <Td num zero={bunch.fobCount === 0} className="pl-1!">
        {bunch.fobCount.toLocaleString()}
      </Td>
      <Td>
        <StatusBadge status={bunch.status} />
      </Td>
    </Tr>
  );
});

function Cards({ bunches, typed }: KeysToMoveProps) {
  const { history } = useKeyRights();
  return (
    <WindowCards
      label="Keys to move"
      items={bunches}
      height={ROW.phone}
      className="grid gap-0.5 border-b px-4 py-2.5 last:border-b-0"
    >
      {(bunch) => (
        <>
          <div className="flex items-center justify-between gap-3">
            <Identifier
              bunch={bunch}
              linked={history}
              className="-my-1.5 inline-flex min-h-11 min-w-0 items-center font-semibold wrap-anywhere"
            />
            <StatusBadge status={bunch.status} />
          </div>
          {bunch.keyDescription && <p className="-mt-1 text-label break-words">{bunch.keyDescription}</p>}
          <div className="flex items-center justify-between gap-3 text-label text-muted">
            <span>
              <TagText bunch={bunch} /> · {contentsOf(bunch)}
            </span>
            {typed && <TypeTag type={bunch.type} />}
          </div>
        </>
      )}
    </WindowCards>
  );
}
