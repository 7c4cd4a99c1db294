import { ListChecks, Nfc } from 'lucide-react';
import type { AuditMode } from '../../shared/audit-words.ts';
import { Segmented } from '../ui/form/Segmented.tsx';

/** What the two ways of auditing are called. */
export const MODE_LABELS: Record<AuditMode, string> = { manual: 'Manual checklist', nfc: 'NFC scanning' };

/** How the sets are counted; both ways work on the same session, so one may change over at any time. */
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
