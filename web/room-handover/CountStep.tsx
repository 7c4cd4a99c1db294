import { Link } from '@tanstack/react-router';
import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { TEXT_MAX } from '../../shared/limits.ts';
import type { OneRoomHandover } from '../../shared/room-handover.ts';
import { checkText } from '../../shared/room-handover-text.ts';
import { useAction } from '../api/action.ts';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { linkClass } from '../ui/classes.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { useNow, useZone } from '../zone.ts';
import { auditText } from './handover-text.ts';
import { Step, StepLine } from './Steps.tsx';
import { showReply, useMomentText } from './use-handover.ts';

type Props = {
  handover: OneRoomHandover;
  /** Whether the part of the outgoing person can still be changed. */
  editable: boolean;
};

/** The first step: by an audit of the shift, or not counted, for a reason. */
export function CountStep({ handover, editable }: Props) {
  const moment = useMomentText();
  const [changing, setChanging] = useState(false);
  const none = useDialogState<null>();
  const { id, check } = handover;
  const onChosen = () => setChanging(false);
  const choosing = editable && (changing || !check);
  return (
    <Step
      number={1}
      title="Count"
      state={check ? 'done' : 'now'}
      right={
        <>
          {check ? (
            <span className="min-w-0 wrap-anywhere">{checkText(check, moment)}</span>
          ) : editable ? null : (
            'Not counted'
          )}
          {check && editable && (
            <button type="button" className={linkClass} onClick={() => setChanging(!changing)}>
              {changing ? 'Keep it' : 'Change'}
            </button>
          )}
        </>
      }
    >
      {choosing && <Choices {...{ handover, onChosen }} onNone={() => none.show(null)} />}
      {/* Stays open when another person chooses meanwhile, and shows what they chose. */}
      {none.shown && <NoCount key={none.shown.turn} {...none.props} {...{ id, check, onChosen }} />}
    </Step>
  );
}

type ChoicesProps = { handover: OneRoomHandover; onChosen: () => void; onNone: () => void };

/** The completed audits of the shift, a new one, or none. */
function Choices({ handover, onChosen, onNone }: ChoicesProps) {
  const { id, location, audits, openAuditId, check } = handover;
  const [now, zone] = [useNow(), useZone()];
  const may = useMay();
  const update = useAction('updateRoomHandover');
  async function take(auditSessionId: number) {
    const sent = await update.run({
      params: { id },
      body: { check: { kind: 'audit', auditSessionId }, checkWas: checkSent(check) },
    });
    if (!sent.ok) return;
    showReply(sent.reply);
    onChosen();
  }
  return (
    <>
      {audits.map((audit) => (
        <StepLine key={audit.id} className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-56">
            {auditText(audit, now, zone)}
            <span className="block text-hint text-muted">by {audit.by}</span>
          </p>
          {audit.id === check?.audit?.id ? (
            <span className="text-hint text-muted">In use</span>
          ) : (
            <Button
              pending={update.pending}
              aria-label={`Use this count: ${auditText(audit, now, zone)}`}
              onClick={() => void take(audit.id)}
            >
              Use this count
            </Button>
          )}
        </StepLine>
      ))}
      <StepLine className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-56 text-hint text-pretty text-muted">
          {openAuditId
            ? 'An audit of this location is in progress. It can be used here once it is completed.'
            : 'An audit or a spot check of this shift. Come back here when it is completed.'}
        </p>
        {openAuditId ? (
          <Link
            to="/audit"
            search={{ session: String(openAuditId) }}
            data-button=""
            className={buttonClass({ variant: 'secondary' })}
          >
            Continue the audit
          </Link>
        ) : (
          may(api.startAudit.needs) && (
            <Link
              to="/audit"
              search={{ location: String(location.id) }}
              data-button=""
              className={buttonClass({ variant: audits.length > 0 ? 'secondary' : 'primary' })}
            >
              <ClipboardCheck aria-hidden className="size-[15px]" />
              Count now
            </Link>
          )
        )}
        <Button onClick={onNone}>No count...</Button>
      </StepLine>
    </>
  );
}

/** A check as it is sent. */
const checkSent = (check: OneRoomHandover['check']) =>
  check && {
    kind: check.kind,
    ...(check.audit ? { auditSessionId: check.audit.id } : { reason: check.reason }),
  };

type NoCountProps = {
  id: number;
  /** The one that is recorded now. */
  check: OneRoomHandover['check'];
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  onChosen: () => void;
};

function NoCount({ id, check, open, onClose, onClosed, onChosen }: NoCountProps) {
  const moment = useMomentText();
  const [first] = useState(check);
  const other = open && check && JSON.stringify(check) !== JSON.stringify(first) ? check : null;
  const update = useAction('updateRoomHandover');
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  async function submit() {
    if (!reason.trim()) return setError('Reason is required');
    const sent = await update.run({
      params: { id },
      body: { check: { kind: 'none', reason: reason.trim() }, checkWas: checkSent(check) },
    });
    if (!sent.ok) return;
    showReply(sent.reply);
    onChosen();
    onClose();
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="Hand over without a count"
      description="The reason is on the sheet that both sign."
      dirty={reason.trim() !== ''}
      sending={update.pending}
      onSubmit={submit}
      foot={
        <Button type="submit" variant="primary" pending={update.pending}>
          Hand over without a count
        </Button>
      }
    >
      {other && (
        <Notice variant="warning" title="Another person chose the check" className="mb-4">
          <p>{checkText(other, moment)}</p>
          <p>Recorded now, your reason takes its place.</p>
        </Notice>
      )}
      <Field label="Reason" required error={error}>
        <Input
          value={reason}
          maxLength={TEXT_MAX}
          autoComplete="off"
          data-autofocus=""
          placeholder="Alarm call, the room was empty"
          onChange={(event) => {
            setReason(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
    </Dialog>
  );
}
