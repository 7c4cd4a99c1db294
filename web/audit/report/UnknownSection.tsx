import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { OneAuditSession } from '../../../shared/audit.ts';
import { useAction } from '../../api/action.ts';
import { exactClockTime } from '../../format.ts';
import { serialText } from '../../key-bunch/BunchText.tsx';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { Combobox } from '../../ui/form/Combobox.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { tagOf } from '../audit-text.tsx';
import { ReportSection } from './ReportSection.tsx';

/** Typed codes can be tag numbers or set IDs; an NFC serial has at least four bytes. */
const LIKE_A_SERIAL = /^[0-9A-F]{8,}$/;

/** Unknown tags, with a button to link each to a set. */
export function UnknownSection({ session }: { session: OneAuditSession }) {
  const mayLink = useMay()(api.linkNfc.needs);
  const [linking, setLinking] = useState({ serial: '', open: false, turn: 0 });
  const { unknown } = session;
  if (unknown.length === 0) return null;
  return (
    <ReportSection title="Unknown NFC tags" count={unknown.length} note="Scanned, but not linked to any set">
      {unknown.map(({ serial, typed, timestamp, linkedTo }) => (
        <li
          key={serial}
          className="flex min-h-14 break-inside-avoid flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-2 print:min-h-6 print:px-0 print:py-1"
        >
          <span className="min-w-0 flex-1 basis-60">
            <span className="block font-medium wrap-anywhere tabular-nums">
              {typed ? serial : serialText(serial)}
            </span>
            <span className="block text-hint text-muted">
              {typed ? 'Typed' : 'Scanned'} {exactClockTime(timestamp)}
            </span>
          </span>
          {linkedTo ? (
            <span className="text-hint text-emerald-800 dark:text-emerald-300">
              Now linked to {linkedTo.identifier}
            </span>
          ) : (
            mayLink &&
            (!typed || LIKE_A_SERIAL.test(serial)) && (
              <Button
                size="sm"
                icon={Link2}
                className="print:hidden"
                aria-label={`Link to a set: ${serialText(serial)}`}
                onClick={() => setLinking(({ turn }) => ({ serial, open: true, turn: turn + 1 }))}
              >
                Link to a set
              </Button>
            )
          )}
        </li>
      ))}
      <LinkDialog
        key={linking.turn}
        session={session}
        serial={linking.serial}
        open={linking.open}
        onClose={() => setLinking((last) => ({ ...last, open: false }))}
      />
    </ReportSection>
  );
}

/** Links the tag to a set of this audit. */
function LinkDialog({
  session,
  serial,
  open,
  onClose,
}: {
  session: OneAuditSession;
  serial: string;
  open: boolean;
  onClose: () => void;
}) {
  const link = useAction('linkNfc');
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<string | null>(null);
  const [bad, setBad] = useState(false);
  const sets = [...session.expected, ...session.out].filter((bunch) => bunch.now);
  // Set IDs can repeat, so a duplicate must be chosen from the list.
  const called = sets.filter((bunch) => bunch.identifier.toLowerCase() === text.trim().toLowerCase());
  const chosen = called.length > 1 ? called.find(({ id }) => String(id) === picked) : called[0];

  async function submit() {
    if (!chosen) return setBad(true);
    if ((await link.run({ params: { id: chosen.id }, body: { nfcSerial: serial } })).ok) onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
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
        error={
          !bad || chosen
            ? undefined
            : called.length > 1
              ? 'Several sets have this ID. Choose one from the list'
              : 'Choose a set from this audit'
        }
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
