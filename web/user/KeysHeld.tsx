import { Link } from '@tanstack/react-router';
import { all } from '../../shared/permissions.ts';
import type { ListUser } from '../../shared/user.ts';
import { count } from '../format.ts';
import { useMay } from '../session.tsx';
import { linkClass } from '../ui/classes.ts';
import { Notice } from '../ui/Notice.tsx';

const SHOWN = 6;

/** The key bunches issued to a user; a warning while the form makes the user inactive. */
export function KeysHeld({ person, leaving }: { person: ListUser; leaving: boolean }) {
  if (person.holding.length === 0) return null;
  const keys = count(person.holding.length, 'key set');
  if (leaving)
    return (
      <Notice variant="warning" title={`Still holds ${keys}`}>
        <KeyLinks person={person} />
      </Notice>
    );
  return (
    <p className="text-label text-muted">
      Holds {keys}: <KeyLinks person={person} />
    </p>
  );
}

/** Identifiers of the bunches, linked to their history with the permission for it. */
function KeyLinks({ person }: { person: ListUser }) {
  const may = useMay();
  const linked = may(all('key:view', 'history:view'));
  const rest = person.holding.length - SHOWN;
  return (
    <>
      {person.holding.slice(0, SHOWN).map(({ id, identifier }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          {linked ? (
            <Link to="/key-history/$id" params={{ id: String(id) }} className={linkClass}>
              {identifier}
            </Link>
          ) : (
            <span className="font-medium">{identifier}</span>
          )}
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </>
  );
}
