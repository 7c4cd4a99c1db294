import { useLabels } from '../setting/labels.ts';
import { Badge } from '../ui/Badge.tsx';
import type { Tint } from '../ui/tint.ts';

/** Present green, Issued amber, Missing red, Inactive gray, IN USE blue; a configured status takes its own colour. */
export const STATUS_TINTS: Record<string, Tint> = {
  active: 'emerald',
  issued: 'amber',
  missing: 'red',
  inactive: 'gray',
  in_use: 'blue',
};

/** The status of a bunch in the company's word for it. */
export function StatusBadge({ status }: { status: string }) {
  const { label, tint } = useLabels();
  return (
    <Badge tint={tint('statuses', status, STATUS_TINTS[status] ?? 'gray')} dot>
      {label('statuses', status)}
    </Badge>
  );
}
