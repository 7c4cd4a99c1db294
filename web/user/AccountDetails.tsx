import type { ReactNode } from 'react';
import { ROLE_LABELS } from '../../shared/permissions.ts';
import { datedDay } from '../format.ts';
import { useMe } from '../session.tsx';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';

/** What the account is: role, number, since when. Nobody changes these for themselves. */
export function AccountDetails() {
  const me = useMe();
  return (
    <Panel>
      <PanelHead title="Account Details" />
      <dl className="divide-y">
        <Row term="Role" text={ROLE_LABELS[me.role]} />
        <Row term="User ID" text={<span className="tabular-nums">{me.id}</span>} />
        <Row
          term="Account created"
          text={
            me.createdAt ? <time dateTime={me.createdAt}>{datedDay(me.createdAt)}</time> : 'Not available'
          }
        />
      </dl>
    </Panel>
  );
}

function Row({ term, text }: { term: string; text: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 px-4 py-2.5">
      <dt className="text-label text-muted">{term}</dt>
      <dd className="text-right text-label font-medium">{text}</dd>
    </div>
  );
}
