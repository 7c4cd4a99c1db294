import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { dueText } from '../../due-text.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { linkClass } from '../../ui/link-class.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { whatOf } from '../state/verdict.ts';
import type { Desk } from '../work/use-desk.ts';
import { useDueBack } from './use-due-back.ts';

const SHOWN = 6;

/** What is expected back here; Return acts like a scan of the set. */
export function DueBack({ desk }: { desk: Desk }) {
  const { around, place, send } = desk;
  const { bunches, summary } = useDueBack(desk);
  const [all, setAll] = useState(false);
  if (bunches.length === 0) return null;
  const shown = all ? bunches : bunches.slice(0, SHOWN);
  return (
    <Panel aria-label="Due back">
      <PanelHead
        title={place.place ? `Due back at ${place.place.name}` : 'Due back'}
        count={summary}
        right={
          bunches.length > SHOWN &&
          !all && (
            <button type="button" className={linkClass} onClick={() => setAll(true)}>
              Show all {bunches.length}
            </button>
          )
        }
      />
      <ul className="divide-y">
        {shown.map((bunch) => {
          const due = dueText(Date.parse(bunch.dueAt ?? ''), around.now, around.zone);
          return (
            <li key={bunch.id} className="flex min-h-[45px] items-center gap-4 px-4 py-1.5">
              <b className="w-24 shrink-0 truncate font-semibold">{bunch.identifier}</b>
              <span className="min-w-0 flex-1 truncate text-muted">{whatOf(bunch)}</span>
              <span className="w-36 truncate">{bunch.holder?.name}</span>
              <span
                className={cx(
                  'w-32 shrink-0 text-right text-hint tabular-nums',
                  due.overdue ? 'font-medium text-red-700 dark:text-red-300' : 'text-muted',
                )}
              >
                {due.text}
              </span>
              {around.may('key:return') && (
                <Button
                  size="sm"
                  icon={Undo2}
                  aria-label={`Return ${bunch.identifier}`}
                  onClick={() => send({ type: 'setChosen', bunch })}
                >
                  Return
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
