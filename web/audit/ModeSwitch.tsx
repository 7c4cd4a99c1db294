import { ListChecks, Nfc } from 'lucide-react';
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
