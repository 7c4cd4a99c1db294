import type { AuditScope } from '../../shared/audit.ts';

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
