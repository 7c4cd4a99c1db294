import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiTokenForm, type NewApiToken, TOKEN_PERMISSIONS } from '../../shared/api-token.ts';
import { seesEverywhere } from '../../shared/grant.ts';
import type { Role } from '../../shared/permissions.ts';
import { useAction } from '../api/action.ts';
import { serverNow } from '../api/server-clock.ts';
import { RecordDialog, type Shown, useRecord } from '../form/RecordDialog.tsx';
import { useMe } from '../session.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { FieldGroup } from '../ui/form/FieldGroup.tsx';
import { LocationChoice, PermissionBoxes } from '../user/PermissionEditor.tsx';

const FIELDS = {
  name: { label: 'Name' },
  expiresAt: { label: 'Good for', kind: 'choice' },
  everywhere: { label: 'All locations', kind: 'own' },
  allowedLocationIds: { label: 'Location access', kind: 'own' },
  permissions: { label: 'Permissions', kind: 'own' },
} as const;

/** Locations are chosen as for a role without access to all. */
const LIKE: Role = 'officer';
/** Days. */
const SPANS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '730', label: '2 years' },
];

const Form = z
  .object({
    ...ApiTokenForm.shape,
    allowedLocationIds: z.array(z.int()),
    expiresAt: z.string(),
    everywhere: z.boolean(),
  })
  .check(
    z.refine(({ everywhere, allowedLocationIds }) => everywhere || allowedLocationIds.length > 0, {
      error: 'Choose at least one location',
      path: ['allowedLocationIds'],
    }),
  );

/** One minute less: this device's clock can be ahead of the server's. */
const momentIn = (days: number) => new Date(serverNow() + days * 86_400_000 - 60_000).toISOString();

const LIMITS =
  "A token can't sign in or manage accounts, tokens or settings. With “Edit users” it changes people without an account.";

/** Creates a token, limited to its creator's permissions. */
export function TokenDialog({ onMade, ...shown }: Shown & { onMade: (token: NewApiToken) => void }) {
  const me = useMe();
  const offered = TOKEN_PERMISSIONS.filter((one) => me.permissions.includes(one));
  const create = useAction('createToken');
  const record = useRecord({
    ...shown,
    blank: {
      permissions: ['location:view', 'key:view'],
      expiresAt: '365',
      allowedLocationIds: [],
      everywhere: seesEverywhere(me),
    },
    fields: FIELDS,
    schema: Form,
    create: ({ everywhere, allowedLocationIds, expiresAt, ...token }) =>
      create.run({
        body: {
          ...token,
          allowedLocationIds: everywhere ? [] : allowedLocationIds,
          expiresAt: momentIn(Number(expiresAt)),
        },
      }),
    onSaved: (made) => (made ? onMade(made) : shown.onClose()),
  });
  const { control } = record.save.form;
  return (
    <RecordDialog
      {...record}
      size={880}
      title="Make an API token"
      description="It can never do more than you can."
      submitLabel="Make token"
      looks={{
        name: { placeholder: 'Patrol system', hint: 'The history shows its actions under this name.' },
        expiresAt: { options: SPANS },
        allowedLocationIds: { own: <LocationChoice control={control} person={null} role={LIKE} /> },
      }}
      beside={
        <Controller
          control={control}
          name="permissions"
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <FieldGroup label="Permissions" error={error?.message} hint={error ? undefined : LIMITS}>
              <PermissionBoxes permissions={offered}>
                {({ permission, label }) => (
                  <Checkbox
                    key={permission}
                    label={label}
                    checked={value.includes(permission)}
                    onCheckedChange={(on) =>
                      onChange(offered.filter((one) => (one === permission ? on : value.includes(one))))
                    }
                  />
                )}
              </PermissionBoxes>
            </FieldGroup>
          )}
        />
      }
    />
  );
}
