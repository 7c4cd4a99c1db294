import { ArrowLeftRight, Link2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { OneAuditSession, Unexpected } from '../../../shared/audit.ts';
import { useAction } from '../../api/action.ts';
import { serialText } from '../../BunchText.tsx';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Icon } from '../../ui/classes.ts';
import { Combobox } from '../../ui/form/Combobox.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useDialogState } from '../../ui/overlay/dialog-state.ts';
import { reportTime, tagOf } from '../audit-text.tsx';
import { ReportSection } from './ReportSection.tsx';

type Props = { session: OneAuditSession };

type StrayProps = {
  name: string;
  detail: string;
  /** What has been done about it since. */
  settled: string | null;
  /** Left out where it can't be done, or by this user. */
  action: { icon: Icon; label: string; about: string; run: () => void } | false;
};

/** What was scanned but not expected, with what can be done about it. */
const Stray = ({ name, detail, settled, action }: StrayProps) => (
  <li className="flex min-h-14 break-inside-avoid flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-2 print:min-h-6 print:px-0 print:py-1">
    <span className="min-w-0 flex-1 basis-60">
      <span className="block font-medium wrap-anywhere tabular-nums">{name}</span>
      <span className="block text-hint text-pretty text-muted">{detail}</span>
    </span>
    {settled ? (
      <span className="text-hint text-emerald-800 dark:text-emerald-300">{settled}</span>
    ) : (
      action && (
        <Button
          size="sm"
          icon={action.icon}
          className="print:hidden"
          aria-label={`${action.label}: ${action.about}`}
          onClick={action.run}
        >
          {action.label}
        </Button>
      )
    )}
  </li>
);

/** "On hook A 4 · ", where a blind audit read it. */
function hookOf({ differences = [] }: OneAuditSession, text: string): string {
  const hook = differences.find((one) => one.text === text)?.hook;
  return hook ? `On hook ${hook} · ` : '';
}

/** Sets found here but registered elsewhere, with the move for permitted users. */
export function UnexpectedSection({ session }: Props) {
  const { id, unexpected, location } = session;
  const mayMove = useMay()('key:move');
  const move = useAction('moveKeyBunch');
  const dialog = useDialogState<Unexpected>();
  if (unexpected.length === 0) return null;
  const set = dialog.shown?.about;

  async function confirm({ keyBunchId }: Unexpected) {
    const body = { toLocationId: location.id, notes: `Found here in audit #${id}` };
    await move.run({ params: { id: keyBunchId }, body });
    dialog.props.onClose();
  }

  return (
    <ReportSection title="Unexpected" count={unexpected.length} note="Found here, but registered elsewhere">
      {unexpected.map((one) => {
        const isHere = one.now?.locationId === location.id;
        return (
          <Stray
            key={one.keyBunchId}
            name={one.identifier}
            detail={`${hookOf(session, one.identifier)}${one.note} · ${reportTime(one.timestamp, session)}`}
            settled={isHere && one.locationName !== location.name ? 'Now registered here' : null}
            action={
              mayMove &&
              one.now !== null &&
              !isHere && {
                icon: ArrowLeftRight,
                label: 'Move here',
                about: one.identifier,
                run: () => dialog.show(one),
              }
            }
          />
        );
      })}
      {set && (
        <ConfirmDialog
          open={dialog.props.open}
          onOpenChange={(open) => !open && dialog.props.onClose()}
          onClosed={dialog.props.onClosed}
          title={`Move ${set.identifier} here?`}
          text={`It will be moved in the register from ${set.now?.locationName ?? set.locationName} to ${location.name}.`}
          confirmLabel="Move Keys"
          pending={move.pending}
          onConfirm={() => confirm(set)}
        />
      )}
    </ReportSection>
  );
}

/** Typed codes can be tag numbers or set IDs; an NFC serial has at least four bytes. */
const LIKE_A_SERIAL = /^[0-9A-F]{8,}$/;

/** Unknown tags, with a button to link each to a set. */
export function UnknownSection({ session }: Props) {
  const mayLink = useMay()(api.linkNfc.needs);
  const dialog = useDialogState<string>();
  const { unknown } = session;
  if (unknown.length === 0) return null;
  return (
    <ReportSection title="Unknown NFC tags" count={unknown.length} note="Scanned, but not linked to any set">
      {unknown.map(({ serial, typed, timestamp, linkedTo }) => (
        <Stray
          key={serial}
          name={typed ? serial : serialText(serial)}
          detail={`${hookOf(session, serial)}${typed ? 'Typed' : 'Scanned'} ${reportTime(timestamp, session)}`}
          settled={linkedTo && `Now linked to ${linkedTo.identifier}`}
          action={
            mayLink &&
            (!typed || LIKE_A_SERIAL.test(serial)) && {
              icon: Link2,
              label: 'Link to a set',
              about: serialText(serial),
              run: () => dialog.show(serial),
            }
          }
        />
      ))}
      {dialog.shown && (
        <LinkDialog key={dialog.shown.turn} session={session} serial={dialog.shown.about} {...dialog.props} />
      )}
    </ReportSection>
  );
}

type LinkProps = Props & { serial: string; open: boolean; onClose: () => void; onClosed: () => void };

/** Links the tag to a set of this audit. */
function LinkDialog({ session, serial, open, onClose, onClosed }: LinkProps) {
  const link = useAction('linkNfc');
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<string | null>(null);
  const [bad, setBad] = useState(false);
  const sets = [...session.expected, ...session.out].filter((bunch) => bunch.now);
  // Set IDs can repeat, so a duplicate must be chosen from the list.
  const called = sets.filter((bunch) => bunch.identifier.toLowerCase() === text.trim().toLowerCase());
  const chosen = called.length > 1 ? called.find(({ id }) => String(id) === picked) : called[0];
  const error =
    called.length > 1
      ? 'Several sets have this ID. Choose one from the list'
      : 'Choose a set from this audit';

  async function submit() {
    if (!chosen) return setBad(true);
    if ((await link.run({ params: { id: chosen.id }, body: { nfcSerial: serial } })).ok) onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="Link NFC tag"
      description={serialText(serial)}
      dirty={text !== ''}
      sending={link.pending}
      onSubmit={submit}
      foot={
        <Button type="submit" variant="primary" icon={Link2} pending={link.pending}>
          Link
        </Button>
      }
    >
      <Field
        label="Set ID"
        required
        hint="Which set in this audit has this NFC tag?"
        error={bad && !chosen ? error : undefined}
      >
        <Combobox
          value={text}
          onValueChange={(next) => {
            setText(next);
            setPicked(null);
          }}
          onPick={({ id }) => setPicked(id)}
          suggestions={sets.map((bunch) => ({
            id: String(bunch.id),
            label: bunch.identifier,
            hint: tagOf(bunch),
            value: bunch.identifier,
          }))}
          limit={5}
          spellCheck={false}
          autoComplete="off"
        />
      </Field>
    </Dialog>
  );
}
