import { Nfc } from 'lucide-react';
import { useIsReachable } from '../../api/reachable.ts';
import { dueText } from '../../due-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import type { DeskViewProps } from '../wide/WideDesk.tsx';
import { UNREACHABLE, UNREACHABLE_HINT } from '../work/ScanPanel.tsx';
import type { Desk } from '../work/use-desk.ts';
import { useDueBack } from '../work/use-due-back.ts';

const SHOWN = 6;

/** The start screen: how to scan, and the sets due back. */
export function PhoneWaiting({ desk, nfc }: Pick<DeskViewProps, 'desk' | 'nfc'>) {
  const reachable = useIsReachable();
  const listening = nfc.state === 'listening';
  return (
    <>
      <section
        aria-label="Scanner"
        className="flex min-h-[min(336px,48dvh)] flex-col items-center justify-center rounded-3xl border-2 border-dashed border-control bg-panel p-6 text-center"
      >
        <span aria-hidden className="grid size-26 place-items-center rounded-full bg-primary/10 text-link">
          <Nfc className="size-14" />
        </span>
        <h2 className="mt-5 text-[26px]/8 font-semibold tracking-tight">
          {!reachable ? UNREACHABLE : listening ? 'Hold to a badge or a set' : 'Scan a badge or a set'}
        </h2>
        <p className="mt-2 max-w-76 text-base text-muted">
          {reachable
            ? 'A badge or a set that is in starts an issue. A set that is out starts a return.'
            : UNREACHABLE_HINT}
        </p>
        {!listening && nfc.failure !== 'unsupported' && (
          <Button className="mt-4" icon={Nfc} pending={nfc.state === 'starting'} onClick={nfc.start}>
            Read NFC tags
          </Button>
        )}
      </section>
      <DueHere desk={desk} />
    </>
  );
}

function DueHere({ desk }: { desk: Desk }) {
  const { bunches, summary } = useDueBack(desk);
  const { around, send } = desk;
  if (bunches.length === 0) return null;
  return (
    <div>
      <p className="mb-1 flex justify-between px-1 text-label text-muted">
        <span>Due back here</span>
        <span>{summary}</span>
      </p>
      <Panel aria-label="Due back">
        <ul className="divide-y">
          {bunches.slice(0, SHOWN).map((bunch) => {
            const due = dueText(Date.parse(bunch.dueAt ?? ''), around.now, around.zone, true);
            return (
              <li key={bunch.id} className="flex min-h-16 items-center gap-3 py-2 pr-2.5 pl-4">
                <p className="min-w-0 flex-1">
                  <b className="font-semibold">{bunch.identifier}</b>
                  <span className="block truncate text-label text-muted">
                    {bunch.holder?.name} ·{' '}
                    <span className={due.overdue ? 'font-medium text-red-700 dark:text-red-300' : ''}>
                      {due.text}
                    </span>
                  </span>
                </p>
                {around.may('key:return') && (
                  <Button
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
    </div>
  );
}
