import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Company } from '../../shared/company.ts';
import { ROLE_LABELS, ROLES, type Role } from '../../shared/permissions.ts';
import { useAction } from '../api/action.ts';
import { queries } from '../api/queries.ts';
import { Loaded } from '../api/ReadFailed.tsx';
import { readOf, useRead } from '../api/read.ts';
import { hasOne } from '../second-factor/SecondFactor.tsx';
import { Button } from '../ui/Button.tsx';
import { sentenceLinkClass } from '../ui/classes.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useUnsaved } from '../ui/overlay/layers.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';

/** Security settings: who needs a second factor. */
export function SecurityTab() {
  const company = useRead('getCompany');
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Loaded read={company} waiting={null}>
        {(data) => <SecondFactorPanel company={data} />}
      </Loaded>
    </div>
  );
}

/** Roles that need a second factor. The caller needs one to require it. */
function SecondFactorPanel({ company }: { company: Company }) {
  const { data: own } = useRead('getFactors');
  const require = useAction('requireSecondFactor');
  // Of the roles that were pressed: the others follow what a colleague saves.
  const [chosen, setChosen] = useState<Partial<Record<Role, boolean>>>({});
  const roles = ROLES.filter((role) => chosen[role] ?? company.secondFactorRoles.includes(role));
  const changed = ROLES.some((role) => roles.includes(role) !== company.secondFactorRoles.includes(role));
  useUnsaved(changed);
  const lacks = own !== undefined && !hasOne(own);

  async function save() {
    const outcome = await require.run({ body: { roles }, ifMatch: company.updatedAt });
    if (!outcome.ok) return;
    // What is pressed next is of this version.
    queries.setQueryData(readOf('getCompany').queryKey, outcome.reply);
    setChosen({});
  }
  return (
    <Panel aria-label="Second factor">
      <PanelHead title="Second factor" />
      <div className="grid gap-3 p-4">
        <p className="text-label text-pretty text-muted">
          People of these roles must have an authenticator app or a passkey besides their password. They set
          one up at their next sign-in, within a week at the latest. Single sign-on meets it.
        </p>
        {lacks && (
          <Notice variant="info">
            <Link to="/profile" className={sentenceLinkClass}>
              Set up one of your own
            </Link>{' '}
            before you require it of others.
          </Notice>
        )}
        <fieldset className="grid gap-2">
          <legend className="sr-only">Required of</legend>
          {ROLES.map((role) => (
            <Checkbox
              key={role}
              label={ROLE_LABELS[role]}
              checked={roles.includes(role)}
              onCheckedChange={(on) => setChosen({ ...chosen, [role]: on })}
            />
          ))}
        </fieldset>
      </div>
      <div className="flex justify-end border-t bg-soft/40 px-4 py-3">
        <Button
          variant="primary"
          disabled={!changed}
          pending={require.pending}
          pendingLabel="Saving..."
          onClick={() => void save()}
          className="phone:w-full"
        >
          Save Requirement
        </Button>
      </div>
    </Panel>
  );
}
