import { ClipboardCheck, Pencil, Plus, Trash2 } from 'lucide-react';
import type { Icon } from '../ui/icon.ts';
import type { Tint } from '../ui/tint.ts';

const SIGNS: Record<string, { icon: Icon; tint: Tint; label: string }> = {
  create: { icon: Plus, tint: 'gray', label: 'Added' },
  edit: { icon: Pencil, tint: 'gray', label: 'Edited' },
  delete: { icon: Trash2, tint: 'red', label: 'Deleted' },
};

/** The sign and the name of an action of the audit log; one without a sign of its own reads as it is stored. */
export function logSign(action: string): { icon: Icon; tint: Tint; label: string } {
  const words = action.replaceAll('_', ' ');
  return (
    SIGNS[action] ?? {
      icon: ClipboardCheck,
      tint: 'gray',
      label: words.charAt(0).toUpperCase() + words.slice(1),
    }
  );
}
