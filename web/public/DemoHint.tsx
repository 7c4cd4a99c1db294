import { useRead } from '../api/read.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AccountCard } from './AccountFrame.tsx';

export interface DemoHintProps {
  onUse: (account: { email: string; password: string }) => void;
}

/**
 * The demo accounts and their password; nothing at all outside demo mode, where the call answers 404. Until it answers its place is
 * kept, so that the column above stays where it is.
 */
export function DemoHint({ onUse }: DemoHintProps) {
  const { data: hint, isPending } = useRead('getDemoHint');
  if (isPending) return <Skeleton className="h-72 rounded-2xl" />;
  if (!hint) return null;
  const { accounts, password } = hint;
  return (
    <AccountCard dashed>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 pb-3">
        <h2 className="text-sm font-medium">Demo accounts</h2>
        <p className="text-[13px] whitespace-nowrap text-muted">
          Password{' '}
          <code className="rounded border bg-panel px-1.5 py-0.5 font-mono text-xs text-fg">{password}</code>
        </p>
      </div>
      <ul className="-mb-2">
        {accounts.map(({ role, email }) => (
          <li key={email} className="flex min-h-13 items-center justify-between gap-3 border-t">
            <span className="min-w-0">
              <span className="block text-sm/5 font-medium">{role}</span>
              <span className="block truncate text-[13px]/5 text-muted">{email}</span>
            </span>
            <button
              type="button"
              aria-label={`Use ${role}`}
              onClick={() => onUse({ email, password })}
              className="-mr-3 h-11 rounded-lg px-3 text-sm font-medium text-link underline-offset-2 hover:underline"
            >
              Use
            </button>
          </li>
        ))}
      </ul>
    </AccountCard>
  );
}
