import { Hand, Undo2, UserRound } from 'lucide-react';
import { useState } from 'react';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import { Choices } from './Answer.tsx';
import { DeskHead } from './DeskHead.tsx';
import { DonePanel } from './Done.tsx';
import { DueBack } from './DueBack.tsx';
import { knowsDesk } from './desk-store.ts';
import { Lines } from './Lines.tsx';
import { IssueRail, Key, ReturnRail } from './Rail.tsx';
import { Recent } from './Recent.tsx';
import { ScanPanel } from './ScanPanel.tsx';
import type { DeskViewProps } from './use-desk.ts';

/** The desk on a desktop: scans and list on the left, the rail with the primary on the right. */
export function WideDesk(props: DeskViewProps) {
  const { desk, field, onDialog } = props;
  const { mode, done } = desk.state;
  const busy = mode === 'issue' || mode === 'return';
  return (
    <>
      <DeskHead desk={desk} field={field} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_368px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <ScanPanel {...props} />
          <Choices desk={desk} />
          {mode === 'waiting' && (
            <>
              <FirstScan />
              <DueBack desk={desk} />
            </>
          )}
          {mode === 'done' && done && <DonePanel desk={desk} done={done} />}
          {busy && <Lines desk={desk} onDialog={onDialog} field={field} />}
          {busy && <KeysLine />}
        </div>
        {/* As high as the window below the page's header: the rail scrolls separately and its footer stays visible. */}
        <div className="lg:sticky lg:top-18 lg:max-h-[calc(100dvh-11.5rem)] lg:overflow-y-auto lg:rounded-xl">
          {mode === 'issue' ? (
            <IssueRail desk={desk} onDialog={onDialog} />
          ) : mode === 'return' ? (
            <ReturnRail desk={desk} onDialog={onDialog} />
          ) : (
            <Recent desk={desk} />
          )}
        </div>
      </div>
    </>
  );
}

const KeysLine = () => (
  <p className="flex flex-wrap items-center gap-x-4 gap-y-1 px-1 text-hint text-muted">
    <span className="flex items-center gap-1.5 touch:hidden">
      <Key>/</Key> back to the scan box
    </span>
    <span className="flex items-center gap-1.5 touch:hidden">
      <Key>Backspace</Key> removes the last set
    </span>
    <span className="ml-auto">Kept on this device if the page reloads</span>
  </p>
);

const CELLS = [
  { icon: UserRound, tint: 'blue', title: 'A badge, or a name', text: 'Starts an issue to that person.' },
  {
    icon: Hand,
    tint: 'amber',
    title: 'A set that is in',
    text: 'Starts an issue. You then choose the person.',
  },
  {
    icon: Undo2,
    tint: 'emerald',
    title: 'A set that is out',
    text: 'Starts a return from its holder.',
  },
] as const;

/** Help for new users; left out after a number of batches on this device. */
function FirstScan() {
  const [known] = useState(knowsDesk);
  if (known) return null;
  return (
    <Panel aria-label="How it works">
      <PanelHead
        title="The first scan decides"
        count="then scan, scan, scan"
        right="Label, NFC tag, tag number, set ID or badge"
      />
      <ul className="grid divide-x max-md:divide-x-0 max-md:divide-y md:grid-cols-3">
        {CELLS.map(({ icon, tint, title, text }) => (
          <li key={title} className="p-4">
            <ActionSquare icon={icon} tint={tint} size={36} />
            <p className="mt-3 font-medium">{title}</p>
            <p className="text-hint text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
