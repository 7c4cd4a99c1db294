import { Check, Pencil } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { AuditBunch, Seen } from '../../../shared/audit.ts';
import { opensText } from '../../../shared/opens-text.ts';
import { TypeTag } from '../../key-bunch/TypeTag.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Time } from '../../ui/Time.tsx';
import { changeSince, lacksNfc, tagOf } from '../bunch-text.ts';
import { WasMissing } from '../report/WasMissing.tsx';
import type { AuditRow } from '../use-audit-session.ts';

/** Opens a set's editor; left out without permission. */
export type Edit = ((id: number) => void) | undefined;

const HOW = { tag: 'Tag number', identifier: 'Set ID', nfc: null };
/** How a set was found, if not by NFC. */
const howFound = ({ matched }: Seen): string | null => (matched ? HOW[matched] : 'Ticked');

/** A found set: the time, and the method if not NFC. */
export function DoneRow({ row, onEdit }: { row: AuditRow; onEdit: Edit }) {
  const { bunch, saving, kept, seen } = row;
  return (
    <Row
      bunch={bunch}
      onEdit={onEdit}
      sign={
        <span
          aria-hidden
          className="grid size-5 place-items-center rounded-full bg-emerald-500/15 text-emerald-800 dark:text-emerald-300"
        >
          <Check className="size-3 stroke-3!" />
        </span>
      }
    >
      {saving
        ? kept
          ? 'Kept on this device'
          : 'Saving...'
        : seen && (
            <>
              <Time at={seen.timestamp} />
              {howFound(seen) && <span className="block">{howFound(seen)}</span>}
            </>
          )}
    </Row>
  );
}

/** A set without an NFC tag can be ticked; others wait for a scan. */
export function TodoRow({
  row,
  onEdit,
  onTick,
}: {
  row: AuditRow;
  onEdit: Edit;
  onTick?: (() => void) | undefined;
}) {
  const id = useId();
  const { bunch } = row;
  const bare = lacksNfc(bunch);
  return (
    <Row
      bunch={bunch}
      nameId={id}
      onEdit={onEdit}
      sign={
        bare ? (
          <Checkbox
            size="lg"
            checked={false}
            locked={!onTick}
            aria-labelledby={id}
            onCheckedChange={() => onTick?.()}
          />
        ) : (
          <span aria-hidden className="block size-5 rounded-full border border-dashed border-control" />
        )
      }
    >
      {changeSince(bunch) ?? <TypeTag type={bunch.type} />}
      {bare && <span className="block text-amber-800 dark:text-amber-300">No NFC tag</span>}
    </Row>
  );
}

function Row({
  bunch,
  nameId,
  sign,
  onEdit,
  children,
}: {
  bunch: AuditBunch;
  nameId?: string;
  sign: ReactNode;
  onEdit: Edit;
  children: ReactNode;
}) {
  return (
    <li className="flex min-h-[52px] items-center gap-3.5 border-b py-1.5 pl-4 last:border-b-0">
      {sign}
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span id={nameId} className="truncate font-medium">
            {bunch.identifier}
          </span>
          {bunch.status === 'missing' && <WasMissing />}
        </span>
        <span className="block truncate text-hint text-muted tabular-nums">
          {[tagOf(bunch, true), bunch.now && opensText(bunch.now)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="text-right text-hint text-muted">{children}</span>
      {onEdit ? (
        <IconButton
          icon={Pencil}
          label={`Edit ${bunch.identifier}`}
          disabledReason={bunch.now ? undefined : 'No longer at this location'}
          onClick={() => onEdit(bunch.id)}
          className="mr-2"
        />
      ) : (
        <span className="w-4" />
      )}
    </li>
  );
}
