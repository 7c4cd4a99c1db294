import { Link } from '@tanstack/react-router';
import { ChevronLeft, Lock } from 'lucide-react';
import { type Needs, PERMISSIONS, permissionLabel, ROLE_LABELS } from '../../shared/permissions.ts';
import { useMe } from '../session.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TermRow } from '../ui/Panel.tsx';
import { NOT_FOUND_TITLE } from '../ui/page-meta.ts';

/** Labels of the needed permissions. */
function namesOf(needs: Needs): string {
  if (typeof needs !== 'string') {
    return 'all' in needs
      ? needs.all.map(permissionLabel).join(' and ')
      : needs.any.map(permissionLabel).join(' or ');
  }
  const permission = PERMISSIONS.find((known) => known === needs);
  return permission ? permissionLabel(permission) : '';
}

/** Back link of a refused screen. */
export type Back = { to: '/' | '/locations' | '/key-bunches'; label: string };

/** A screen opened without permission: what it needs, the user's role, and who can change it. */
export function NoAccess({
  needs,
  text,
  back = { to: '/', label: 'Back to Dashboard' },
}: {
  needs: Needs;
  text: string;
  back?: Back | undefined;
}) {
  const me = useMe();
  return (
    <div className="mx-auto flex w-full max-w-[310px] flex-col items-center py-16 text-center phone:pt-28">
      <span
        aria-hidden
        className="grid size-16 place-items-center rounded-2xl bg-soft text-muted inset-ring inset-ring-line"
      >
        <Lock className="size-7" />
      </span>
      <h1 className="mt-6 text-lg font-semibold tracking-tight">Access Denied</h1>
      <p className="mt-1 text-body text-balance text-muted">{text}</p>
      <div className="mt-5 flex w-full *:w-full phone:[&_[data-button]]:h-13">
        <Link to={back.to} data-button="" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          <ChevronLeft aria-hidden className="size-4" />
          {back.label}
        </Link>
      </div>
      <dl className="mt-7 grid w-full gap-y-1.5 rounded-xl border bg-panel p-4 text-left text-label shadow-xs">
        <TermRow term="Needs">{namesOf(needs)}</TermRow>
        <TermRow term="Your role">{ROLE_LABELS[me.role]}</TermRow>
        <TermRow term="Ask">An administrator</TermRow>
      </dl>
    </div>
  );
}

/** Page of an unknown address. */
export function NotFoundPage() {
  return (
    <EmptyState
      level={1}
      title={NOT_FOUND_TITLE}
      hint="This page doesn't exist. The link may be old or mistyped."
      action={
        <Link to="/" data-button="" className={buttonClass({ variant: 'primary' })}>
          Go to the dashboard
        </Link>
      }
      className="phone:pt-24"
    />
  );
}
