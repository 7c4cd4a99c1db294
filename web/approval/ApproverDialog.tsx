import { type KeyboardEvent, useState } from 'react';
import { NAME_MAX } from '../../shared/limits.ts';
import { firstNameOf } from '../../shared/user-name.ts';
import { Boxes, Pad, useDigits } from '../device/NumberPad.tsx';
import { codeOf, useReader } from '../device/scan/reader.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';

type Props = {
  /** Whose badge was read; null: it is asked for first. */
  approver: { name: string; badge: string } | null;
  /** What is approved: "MCR-0145 to Callum Reid". */
  about: string;
  /** What it opens, why and until when. */
  facts?: readonly string[];
  open: boolean;
  /** A number is being checked. */
  pending: boolean;
  /** Why the last badge or number was refused. */
  fault: string | null;
  onNumber: (badge: string, number: string) => void;
  onClose: () => void;
  onClosed?: () => void;
};

/** The second person says yes at this screen, with their badge and the number that they have for kiosks. */
export function ApproverDialog({ approver, about, facts = [], open, onClose, onClosed, ...rest }: Props) {
  const [typed, setTyped] = useState('');
  const badge = approver?.badge ?? typed;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      lead={approver && <Avatar name={approver.name} size={44} />}
      title={approver ? `${approver.name} approves` : 'Badge and number here'}
      description={about}
      size={480}
      cancelLabel={null}
    >
      {facts.length > 0 && (
        <ul className="mb-4 rounded-lg border bg-soft/40 px-3.5 py-2.5 text-body">
          {facts.map((fact) => (
            <li key={fact} className="wrap-anywhere">
              {fact}
            </li>
          ))}
        </ul>
      )}
      {badge === '' ? (
        <BadgeField fault={rest.fault} onBadge={setTyped} />
      ) : (
        <NumberPad
          {...rest}
          who={approver ? firstNameOf(approver.name) : null}
          onNumber={(number) => rest.onNumber(badge, number)}
          onOther={approver ? onClose : () => setTyped('')}
        />
      )}
    </Dialog>
  );
}

/** The badge of the person who approves: read at any focus, or typed. */
function BadgeField({ fault, onBadge }: { fault: string | null; onBadge: (badge: string) => void }) {
  const [text, setText] = useState('');
  const take = (read: string) => {
    const code = codeOf(read);
    if (code) onBadge(code);
  };
  useReader({ onRead: take, accepts: 'code', inDialog: true });
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    take(text);
  }
  return (
    <div className="flex items-start gap-2">
      <Field
        label="Badge of who approves"
        hint="A third person: not you, and not who takes the keys."
        error={fault ?? undefined}
        className="flex-1"
      >
        <Input
          value={text}
          maxLength={NAME_MAX}
          autoComplete="off"
          spellCheck={false}
          data-autofocus=""
          data-wedge=""
          placeholder="Scan or type it"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
        />
      </Field>
      {/* Beside the field, as high as it: under the height of its label. */}
      <Button className="mt-6.5 phone:h-12" disabled={text.trim() === ''} onClick={() => take(text)}>
        Next
      </Button>
    </div>
  );
}

type PadProps = Pick<Props, 'pending' | 'fault'> & {
  who: string | null;
  onNumber: (number: string) => void;
  onOther: () => void;
};

function NumberPad({ who, pending, fault, onNumber, onOther }: PadProps) {
  const { number, add, erase } = useDigits(pending, onNumber);
  return (
    <div className="grid gap-4">
      <Boxes filled={number.length} />
      <p
        role={fault ? 'alert' : 'status'}
        className={cx('text-body text-pretty', fault ? 'text-bad' : 'text-muted')}
      >
        {pending ? 'Checking...' : (fault ?? 'Six digits: the number that they have for kiosks.')}
      </p>
      <Pad size="small" onDigit={add} onErase={erase} />
      <div>
        <Button variant="ghost" className="-ml-3.5" onClick={onOther}>
          {who ? `Not ${who}` : 'Another badge'}
        </Button>
      </div>
    </div>
  );
}
