import { type ReactNode, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Panel } from '../ui/Panel.tsx';
import { AuditChecklist } from './AuditChecklist.tsx';
import { CompleteAudit } from './CompleteAudit.tsx';
import type { AuditViewProps } from './DeskAudit.tsx';
import { PhoneHead } from './PhoneHead.tsx';
import { OutWithHolder } from './report/OutWithHolder.tsx';
import { SessionInfo } from './SessionInfo.tsx';
import { AuditScanner } from './scan/AuditScanner.tsx';
import { TypeSerial } from './scan/TypeSerial.tsx';
import { LocationInfo } from './setup/LocationInfo.tsx';
import type { AuditWork } from './use-audit-session.ts';

/** An audit in one hand: the count always in view, the answer or the list under it, the actions at the thumb. */
export function PhoneAudit(props: AuditViewProps) {
  const { work, mode, onMode, onOver, notice } = props;
  // The rows are for ticking; a pencil on each is there only for whoever asked for it.
  const [editing, setEditing] = useState(false);
  const onEdit = editing ? props.onEdit : undefined;
  const { session } = work;
  if (!session) return null;
  return (
    <>
      <PhoneHead {...props} onEditing={() => setEditing(true)} />
      {notice}
      {editing && (
        <Notice
          variant="info"
          className="mb-3"
          action={
            <Button size="sm" onClick={() => setEditing(false)}>
              Done
            </Button>
          }
        >
          Choose a set to edit.
        </Notice>
      )}
      <div className="flex flex-col gap-4">
        {mode === 'nfc' ? (
          <AuditScanner work={work} onEdit={onEdit} typeSerial={false} />
        ) : (
          <div>
            <AuditChecklist work={work} onEdit={onEdit} />
          </div>
        )}
        {session.out.length > 0 && (
          <Panel>
            <OutWithHolder session={session} apart />
          </Panel>
        )}
        <SessionInfo session={session} mode={mode} />
        <LocationInfo session={session} />
      </div>
      {work.mayAct && (
        <FootBar note={mode === 'manual' ? <FootNote work={work} /> : undefined}>
          {mode === 'nfc' && work.percent < 100 && <TypeSerial work={work} />}
          <CompleteAudit
            work={work}
            onOver={onOver}
            byHand={mode === 'nfc' ? () => onMode('manual') : undefined}
            block
          />
        </FootBar>
      )}
    </>
  );
}

function FootNote({ work }: { work: AuditWork }): ReactNode {
  const left = work.unseen.length;
  if (work.percent === 100)
    return (
      <b className="font-medium text-emerald-800 dark:text-emerald-300">
        All expected keys scanned!{work.unsaved > 0 && ` ${work.unsaved} still to send`}
      </b>
    );
  return (
    <>
      {left} not checked yet. Completing marks {left === 1 ? 'it' : 'them'}{' '}
      <b className="font-medium text-red-700 dark:text-red-300">Missing</b>.
    </>
  );
}
