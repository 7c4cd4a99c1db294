import { ListChecks, Nfc, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useOfflineSince } from '../api/connection.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { Notice } from '../ui/Notice.tsx';
import { AuditChecklist } from './AuditChecklist.tsx';
import { AuditProgress, CompleteAudit, NEEDS_SIGNAL } from './AuditControls.tsx';
import { LocationInfo, OutWithHolder, SessionInfo } from './AuditInfo.tsx';
import { withText } from './audit-members.ts';
import { allScanned, kindNote, useTypeText } from './audit-text.tsx';
import type { AuditViewProps } from './DeskAudit.tsx';
import { MODE_LABELS } from './ModeSwitch.tsx';
import { MembersRow } from './members/WhoIsHere.tsx';
import { PhoneHead } from './PhoneHead.tsx';
import { AuditScanner, TypeSerial } from './scan/AuditScanner.tsx';
import type { AuditWork } from './use-audit-session.ts';

/** An audit on a phone: the count at the top, the answer or list, actions at the bottom. */
export function PhoneAudit({ work: given, session, notice }: AuditViewProps) {
  // Rows are for ticking; pencils show in edit mode only.
  const [editing, setEditing] = useState(false);
  const work = { ...given, edit: editing ? given.edit : undefined };
  const { mode, mayAct } = work;
  return (
    <>
      <Head work={work} session={session} onEdit={given.edit && (() => setEditing(true))} />
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
          <AuditScanner work={work} typeSerial={false} />
        ) : (
          <>
            <div>
              <AuditChecklist work={work} />
            </div>
            {/* Below the list: it changes when a colleague joins, while a finger is on a row. */}
            <MembersRow work={work} />
          </>
        )}
        <OutWithHolder session={session} apart work={work} />
        <SessionInfo session={session} mode={mode} />
        <LocationInfo session={session} />
      </div>
      {mayAct && (
        <FootBar note={mode === 'manual' ? <FootNote work={work} /> : undefined}>
          {mode === 'nfc' && work.percent < 100 && <TypeSerial work={work} />}
          <CompleteAudit work={work} block />
        </FootBar>
      )}
    </>
  );
}

function FootNote({ work }: { work: AuditWork }) {
  const left = work.unseen.length;
  if (useOfflineSince() > 0) return NEEDS_SIGNAL;
  if (work.percent === 100)
    return <b className="font-medium text-emerald-800 dark:text-emerald-300">{allScanned(work)}</b>;
  if (work.session?.kind === 'spot')
    return `${work.expected - work.scanned} not checked yet. A spot check marks nothing Missing.`;
  return (
    <>
      {left} not checked yet. Completing marks {left === 1 ? 'it' : 'them'}{' '}
      <b className="font-medium text-red-700 dark:text-red-300">Missing</b>.
    </>
  );
}

type HeadProps = Omit<AuditViewProps, 'notice'> & { onEdit: (() => void) | undefined };

function Head({ work, session, onEdit }: HeadProps) {
  const typeText = useTypeText();
  const me = useMe();
  const { mode, setMode, scanned, expected, percent } = work;
  const other = mode === 'nfc' ? 'manual' : 'nfc';
  const others = withText(work.members, me.id) ?? (mode === 'nfc' ? 'NFC scan' : 'checklist');
  return (
    <PhoneHead
      work={work}
      session={session}
      line={`${kindNote(session) ?? typeText(session.keyType)} · ${others}`}
      count={scanned}
      of={`of ${expected}`}
      first={{
        label: MODE_LABELS[other],
        icon: other === 'nfc' ? Nfc : ListChecks,
        onSelect: () => setMode(other),
      }}
      more={onEdit && { label: 'Edit sets', icon: Pencil, onSelect: onEdit }}
    >
      <AuditProgress work={work} more={`, ${percent}%`} className="rounded-none!" />
    </PhoneHead>
  );
}
