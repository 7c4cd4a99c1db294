import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { type Needs, PERMISSIONS, permissionLabel, ROLE_LABELS } from '../../shared/permissions.ts';
import { useMe } from '../session.tsx';
import { AccessDenied } from '../ui/AccessDenied.tsx';
import { buttonClass } from '../ui/button-class.ts';

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
    <AccessDenied
      title="Access Denied"
      text={text}
      action={
        <Link to={back.to} data-button="" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          <ChevronLeft aria-hidden className="size-4" />
          {back.label}
        </Link>
      }
      rows={[
        { term: 'Needs', text: namesOf(needs) },
        { term: 'Your role', text: ROLE_LABELS[me.role] },
        { term: 'Ask', text: 'An administrator' },
      ]}
    />
  );
}
