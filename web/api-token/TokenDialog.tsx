import { useId } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiTokenForm, type NewApiToken, TOKEN_PERMISSIONS } from '../../shared/api-token.ts';
import { seesEverywhere } from '../../shared/grant.ts';
import type { Permission, Role } from '../../shared/permissions.ts';
import { useAction } from '../api/action.ts';
import { serverNow } from '../api/server-clock.ts';
import { FormDialog } from '../form/FormFrame.tsx';
import { useSaveForm } from '../form/save-form.ts';
import { useMe } from '../session.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Select } from '../ui/form/Select.tsx';
import { LocationChoice } from '../user/LocationChoice.tsx';
import { grouped } from '../user/user-facts.ts';

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
type Values = z.input<typeof Form>;

const BLANK = { name: '', permissions: ['location:view', 'key:view'] as Permission[], expiresAt: '365' };
/** Locations are chosen as for a role without access to all. */
const LIKE: Role = 'officer';
/** One minute less: this device's clock can be ahead of the server's. */
const momentIn = (days: number) => new Date(serverNow() + days * 86_400_000 - 60_000).toISOString();

type Props = {
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  onMade: (token: NewApiToken) => void;
};

/** Creates a token, limited to its creator's permissions. */
export function TokenDialog({ open, onClose, onClosed, onMade }: Props) {
  const me = useMe();
  const create = useAction('createToken');
  const save = useSaveForm({
    source: BLANK,
    valuesOf: (blank): Values => ({ ...blank, allowedLocationIds: [], everywhere: seesEverywhere(me) }),
    schema: Form,
    order: ['name', 'expiresAt', 'allowedLocationIds', 'permissions'],
    send: ({ name, permissions, everywhere, allowedLocationIds, expiresAt }) =>
      create.run({
        body: {
          name,
          permissions,
          allowedLocationIds: everywhere ? [] : allowedLocationIds,
          expiresAt: momentIn(Number(expiresAt)),
        },
      }),
    onSaved: (made) => (made ? onMade(made) : onClose()),
    open,
  });
  const { register, formState } = save.form;
  return (
    <FormDialog
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      size={880}
      title="Make an API token"
      description="It can never do more than you can."
      submitLabel="Make token"
    >
      <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-[minmax(0,360fr)_minmax(0,440fr)]">
        <div className="grid min-w-0 gap-4">
          <Field
            label="Name"
            required
            hint="The history shows its actions under this name."
            error={formState.errors.name?.message}
          >
            <Input {...register('name')} placeholder="Patrol system" autoComplete="off" />
          </Field>
          <Controller
            control={save.form.control}
            name="expiresAt"
            render={({ field }) => (
              <Field label="Good for" required>
                <Select {...field} onValueChange={field.onChange} options={SPANS} />
              </Field>
            )}
          />
          <Locations form={save.form} />
        </div>
        <Permissions form={save.form} />
      </div>
    </FormDialog>
  );
}

type Part = { form: UseFormReturn<Values, unknown, z.output<typeof Form>> };

function Locations({ form }: Part) {
  const everywhere = useWatch({ control: form.control, name: 'everywhere' });
  return (
    <Controller
      control={form.control}
      name="allowedLocationIds"
      render={({ field, fieldState }) => (
        <LocationChoice
          person={null}
          role={LIKE}
          everywhere={everywhere}
          onEverywhere={(on) => form.setValue('everywhere', on, { shouldDirty: true })}
          value={field.value}
          onChange={field.onChange}
          error={fieldState.error?.message}
          locked={false}
        />
      )}
    />
  );
}

function Permissions({ form }: Part) {
  const me = useMe();
  const headId = useId();
  const offered = TOKEN_PERMISSIONS.filter((one) => me.permissions.includes(one));
  return (
    <Controller
      control={form.control}
      name="permissions"
      render={({ field, fieldState }) => (
        <fieldset aria-labelledby={headId} className="grid min-w-0 gap-1.5">
          <p id={headId} className="text-label font-medium">
            Permissions
          </p>
          <div className="grid grid-cols-2 divide-x rounded-lg border phone:grid-cols-1 phone:divide-x-0 phone:divide-y">
            {grouped(offered).map((column, index) => (
              <div key={index === 0 ? 'left' : 'right'} className="divide-y">
                {column.map(({ title, rows }) => (
                  <div key={title} className="px-3.5 py-3">
                    <p className="pb-2 text-hint font-semibold">{title}</p>
                    <div className="grid gap-2.5 touch:gap-0">
                      {rows.map(({ permission, label }) => (
                        <Checkbox
                          key={permission}
                          label={label}
                          checked={field.value.includes(permission)}
                          onCheckedChange={(on) =>
                            field.onChange(
                              offered.filter((one) => (one === permission ? on : field.value.includes(one))),
                            )
                          }
                        />
                      ))}
                    </div>
                  </div>
                ))}
              </div>
            ))}
          </div>
          {fieldState.error ? (
            <p role="alert" className="text-hint text-bad">
              {fieldState.error.message}
            </p>
          ) : (
            <p className="text-hint text-pretty text-muted">
              A token can't sign in or manage accounts, tokens or settings. With “Edit users” it changes
              people without an account.
            </p>
          )}
        </fieldset>
      )}
    />
  );
}
