import { ArrowLeftRight, CalendarClock, Undo2 } from 'lucide-react';
import type { HolderDetail } from '../../shared/holder.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { opensText } from '../../shared/opens-text.ts';
import { DueCell, DueText, OutSince } from '../custody/DueText.tsx';
import { SetActions, useOutRights } from '../custody/SetActions.tsx';
import { overdueClass } from '../custody/short-text.ts';
import { Identifier } from '../key-bunch/Identifier.tsx';
import type { KeyBunchDialog } from '../key-bunch/key-bunch-dialog.ts';
import { useKeyRights } from '../key-bunch/key-rights.ts';
import { Opens } from '../key-bunch/Opens.tsx';
import { CardAction } from '../ui/CardAction.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { ReturnAll } from './ReturnAll.tsx';

type Props = { person: HolderDetail; phone: boolean; onAct: (dialog: KeyBunchDialog) => void };

/** The sets a person holds, overdue first, with the actions on each. */
export function HoldingNow({ person, phone, onAct }: Props) {
  const { holding, held, maxSets, overdue, out } = person;
  const hidden = held - out;
  return (
    <Panel aria-label="Holding now">
      <PanelHead
        title="Holding now"
        count={phone && maxSets !== null ? `${held} of ${maxSets} allowed` : held}
        right={
          phone ? (
            overdue > 0 && <span className={overdueClass}>{overdue} overdue</span>
          ) : (
            <ReturnAll person={person} />
          )
        }
      />
      {held === 0 && <p className="p-4 text-muted">They have no keys now.</p>}
      <ul className="divide-y">
        {holding.map((bunch) =>
          phone ? (
            <Card key={bunch.id} bunch={bunch} onAct={onAct} />
          ) : (
            <Row key={bunch.id} bunch={bunch} onAct={onAct} />
          ),
        )}
      </ul>
      {hidden > 0 && (
        <p className="border-t px-4 py-3 text-hint text-muted">
          {hidden} more at locations that you don't have access to.
        </p>
      )}
    </Panel>
  );
}

type SetProps = Pick<Props, 'onAct'> & { bunch: KeyBunch };

/** The premises it opens, and since when it is out. */
function What({ bunch }: { bunch: KeyBunch }) {
  const { issuedAt } = bunch;
  return (
    <p className="flex min-w-0 text-hint text-muted">
      <Opens bunch={bunch} client={false} />
      {issuedAt && (
        <span className="shrink-0 whitespace-pre">
          {opensText(bunch) && ' · '}since <OutSince at={issuedAt} inline />
        </span>
      )}
    </p>
  );
}

function Row({ bunch, onAct }: SetProps) {
  const { history } = useKeyRights();
  return (
    <li className="flex min-h-[57px] flex-wrap items-center gap-x-4 px-4 py-1.5">
      <div className="min-w-40 flex-1">
        <Identifier bunch={bunch} linked={history} />
        <What bunch={bunch} />
      </div>
      <div className="w-36 text-body">
        <DueCell at={bunch.dueAt} />
      </div>
      <SetActions bunch={bunch} onAct={onAct} />
    </li>
  );
}

function Card({ bunch, onAct }: SetProps) {
  const { history } = useKeyRights();
  const rights = useOutRights();
  const { id, identifier, dueAt } = bunch;
  return (
    <li>
      <div className="px-4 py-3">
        <p className="flex items-baseline justify-between gap-3">
          <Identifier
            bunch={bunch}
            linked={history}
            className="-my-3 py-3 text-[1.0625rem] font-semibold tracking-tight"
          />
          {dueAt && <DueText at={dueAt} narrow className="text-label text-muted" />}
        </p>
        <What bunch={bunch} />
      </div>
      <div className="flex divide-x border-t">
        {rights.return && (
          <CardAction
            icon={Undo2}
            text="Return"
            label={`Return ${identifier}`}
            onClick={() => onAct({ kind: 'return', id })}
          />
        )}
        {rights.issue && (
          <>
            <CardAction
              icon={CalendarClock}
              text="Extend"
              label={`Extend ${identifier}`}
              onClick={() => onAct({ kind: 'extend', id })}
            />
            <CardAction
              icon={ArrowLeftRight}
              text="Hand over"
              label={`Hand over ${identifier}`}
              onClick={() => onAct({ kind: 'handOver', id })}
            />
          </>
        )}
      </div>
    </li>
  );
}
