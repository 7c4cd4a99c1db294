import { ListChecks, Nfc } from 'lucide-react';
import type { AuditScope } from '../../shared/audit.ts';
import type { AuditMode } from '../../shared/audit-words.ts';
import { Segmented } from '../ui/form/Segmented.tsx';

/** Names of the two audit modes. */
export const MODE_LABELS: Record<AuditMode, string> = { manual: 'Manual checklist', nfc: 'NFC scanning' };

/** Switches between checklist and scanning; both work on the same session. */
export function ModeSwitch({
  mode,
  onChange,
  block,
}: {
  mode: AuditMode;
  onChange: (mode: AuditMode) => void;
  block?: boolean;
}) {
  return (
    <Segmented
      label="Mode"
      value={mode}
      onValueChange={onChange}
      block={block}
      segments={[
        { value: 'manual', label: MODE_LABELS.manual, icon: ListChecks },
        { value: 'nfc', label: MODE_LABELS.nfc, icon: Nfc },
      ]}
    />
  );
}

/** The number of sets without an NFC tag, before an audit by NFC. */
export function WithoutNfc({ scope: { expected, withoutNfc } }: { scope: AuditScope }) {
  if (withoutNfc === 0) return null;
  const them = withoutNfc === 1 ? 'it' : 'them';
  return (
    <p className="text-hint text-amber-800 dark:text-amber-300">
      {withoutNfc.toLocaleString()} of {expected.toLocaleString()} {withoutNfc === 1 ? 'has' : 'have'} no NFC
      tag. Tick {them} by hand, or {withoutNfc === 1 ? 'it becomes' : 'they become'} Missing.
    </p>
  );
}
