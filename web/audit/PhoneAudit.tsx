import { Link } from '@tanstack/react-router';
import { ChevronLeft, CircleSlash, EllipsisVertical, ListChecks, Nfc, Pencil, Users } from 'lucide-react';
import { useState } from 'react';
import { useOfflineSince } from '../api/connection.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { Menu } from '../ui/overlay/Menu.tsx';
import { AuditChecklist } from './AuditChecklist.tsx';
import {
  AuditProgress,
  CancelQuestion,
  CompleteAudit,
  NEEDS_SIGNAL,
  useUnsentText,
} from './AuditControls.tsx';
import { LocationInfo, OutWithHolder, SessionInfo } from './AuditInfo.tsx';
import { withText } from './audit-members.ts';
import { allScanned, kindNote, useTypeText } from './audit-text.tsx';
import type { AuditViewProps } from './DeskAudit.tsx';
import { MODE_LABELS } from './ModeSwitch.tsx';
import { MembersDialog } from './members/MembersDialog.tsx';
import { MembersRow } from './members/WhoIsHere.tsx';
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
      <PhoneHead work={work} session={session} onEdit={given.edit && (() => setEditing(true))} />
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
          <div>
            <div className="mb-3 empty:hidden">
              <MembersRow work={work} />
            </div>
            <AuditChecklist work={work} />
          </div>
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

/** The audit's header on a phone: Back, location, count and the overflow menu. */
function PhoneHead({ work, session, onEdit }: HeadProps) {
  const typeText = useTypeText();
  const me = useMe();
  const [confirming, setConfirming] = useState(false);
  const dialog = useDialogState<null>();
  const unsent = useUnsentText(work);
  return (
    <div
      data-own-head=""
      className="sticky top-0 z-20 low:static -mx-4 -mt-4 mb-3 bg-panel pt-[env(safe-area-inset-top)]"
    >
      <div className="flex min-h-14 items-center gap-2 pl-1">
        <Link
          to="/audit"
          search={{}}
          aria-label="Back to audits"
          className="grid size-11 shrink-0 place-items-center rounded-lg text-fg"
        >
          <ChevronLeft aria-hidden className="size-5" />
        </Link>
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-[15px]/5 font-semibold tracking-tight">
            <span className="sr-only">Location Audit: </span>
            {session.location.name}
          </h1>
          {unsent ? (
            <p role="status" className="truncate text-hint text-amber-800 tabular-nums dark:text-amber-300">
              {unsent}
            </p>
          ) : (
            <p className="truncate text-hint text-muted">
              {kindNote(session) ?? typeText(session.keyType)} ·{' '}
              {withText(work.members, me.id) ?? (work.mode === 'nfc' ? 'NFC scan' : 'checklist')}
            </p>
          )}
        </div>
        <p className="shrink-0 whitespace-nowrap">
          <span className="text-[28px]/9 font-semibold tracking-tight tabular-nums">{work.scanned}</span>
          <span className="text-[17px] text-muted tabular-nums"> of {work.expected}</span>
        </p>
        {work.mayAct ? (
          <More
            work={work}
            onEdit={onEdit}
            onMembers={() => dialog.show(null)}
            onCancel={session.mayCancel ? () => setConfirming(true) : undefined}
          />
        ) : (
          <span className="w-2" />
        )}
      </div>
      <AuditProgress work={work} more={`, ${work.percent}%`} className="rounded-none!" />
      <CancelQuestion work={work} open={confirming} onOpenChange={setConfirming} />
      {dialog.shown && <MembersDialog key={dialog.shown.turn} work={work} {...dialog.props} />}
    </div>
  );
}

type MoreProps = Omit<HeadProps, 'session'> & {
  onMembers: () => void;
  /** Undefined for users who can't cancel. */
  onCancel: (() => void) | undefined;
};

function More({ work: { mode, setMode }, onEdit, onMembers, onCancel }: MoreProps) {
  const other = mode === 'nfc' ? 'manual' : 'nfc';
  return (
    <Menu
      trigger={<IconButton icon={EllipsisVertical} label="More" tooltip={false} />}
      entries={[
        {
          label: MODE_LABELS[other],
          icon: other === 'nfc' ? Nfc : ListChecks,
          onSelect: () => setMode(other),
        },
        { label: 'Who is here', icon: Users, onSelect: onMembers },
        onEdit && { label: 'Edit sets', icon: Pencil, onSelect: onEdit },
        onCancel && 'separator',
        onCancel && { label: 'Cancel audit', icon: CircleSlash, danger: true, onSelect: onCancel },
      ]}
    />
  );
}
