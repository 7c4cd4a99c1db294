import { Hand, Undo2, UserRound } from 'lucide-react';
import { useState } from 'react';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { knowsDesk } from '../work/batches-done.ts';

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
    text: 'Starts a return. The register knows who has it.',
  },
] as const;

/** How the desk is used, for whoever is new to it: after so many batches on this device it folds away. */
export function FirstScan() {
  const [known] = useState(knowsDesk);
  return known ? null : <Cells />;
}

const Cells = () => (
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
