import { Camera, ClipboardCheck, Pencil, Plus, Trash2 } from 'lucide-react';
import type { Icon } from '../../ui/icon.ts';

const SIGNS: Record<string, { icon: Icon; label: string }> = {
  create: { icon: Plus, label: 'Added' },
  edit: { icon: Pencil, label: 'Edited' },
  photo: { icon: Camera, label: 'Photo' },
  delete: { icon: Trash2, label: 'Deleted' },
};

/** The icon and the name of an action of the audit log; one without an icon of its own reads as it is stored. */
export function logSign(action: string): { icon: Icon; label: string } {
  const words = action.replaceAll('_', ' ');
  return (
    SIGNS[action] ?? {
      icon: ClipboardCheck,
      label: words.charAt(0).toUpperCase() + words.slice(1),
    }
  );
}
