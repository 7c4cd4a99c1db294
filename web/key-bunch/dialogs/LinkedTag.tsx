import { Nfc } from 'lucide-react';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { serialText } from '../serial-text.ts';

/** The NFC tag that is linked to a bunch, if any. */
export function LinkedTag({ serial }: { serial: string | null }) {
  if (!serial) return null;
  return (
    <div className="flex items-center gap-3 rounded-lg border px-3.5 py-3">
      <ActionSquare icon={Nfc} tint="emerald" size={36} />
      <div className="min-w-0">
        <p className="text-body font-medium">NFC tag linked</p>
        <p className="truncate text-hint text-muted tabular-nums">{serialText(serial)}</p>
      </div>
    </div>
  );
}
