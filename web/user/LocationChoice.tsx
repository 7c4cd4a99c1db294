import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { seesEverywhere } from '../../shared/grant.ts';
import type { Role } from '../../shared/permissions.ts';
import type { ListUser } from '../../shared/user.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { count } from '../format.ts';
import { useMe } from '../session.tsx';
import { cx } from '../ui/cx.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { FieldGroup } from '../ui/form/FieldGroup.tsx';
import { Switch } from '../ui/form/Switch.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

type Values = { everywhere: boolean; allowedLocationIds: number[] };
type Props<V extends FieldValues> = {
  /** Of a form with `everywhere` and `allowedLocationIds`. */
  control: Control<V & Values>;
  person: ListUser | null;
  role: Role;
  /** The caller's own: shown, but read-only. */
  locked?: boolean;
};

/**
 * A user's locations: all, or the ticked ones. An empty list means all, so all has a switch and the list needs one tick. Only a caller with
 * all locations can turn the switch on.
 */
export function LocationChoice<V extends FieldValues>({ control, person, role, locked = false }: Props<V>) {
  const me = useMe();
  const everywhere = useController({ control, name: 'everywhere' as Path<V & Values> }).field;
  const chosen = useController({ control, name: 'allowedLocationIds' as Path<V & Values> });
  const error = chosen.fieldState.error?.message;
  const superAdmin = role === 'super_admin';
  const mayAll = seesEverywhere(me);
  const on = everywhere.value || superAdmin;
  return (
    <FieldGroup label="Location access" error={error}>
      <div className={cx('overflow-clip rounded-lg border', error && 'border-bad')}>
        <div className="bg-soft/60 px-3.5 py-2.5">
          <Switch
            label="All locations"
            hint={
              superAdmin
                ? 'A Super Administrator sees every location.'
                : mayAll
                  ? 'Includes locations added later.'
                  : 'Only someone with access to all locations can grant this.'
            }
            checked={on}
            disabled={locked || superAdmin || !mayAll}
            onCheckedChange={everywhere.onChange}
          />
        </div>
        {!on && (
          <Locations
            person={person}
            value={chosen.field.value}
            onChange={chosen.field.onChange}
            locked={locked}
            keepsHidden={locked || !mayAll}
            invalid={Boolean(error)}
          />
        )}
      </div>
    </FieldGroup>
  );
}

type LocationsProps = {
  person: ListUser | null;
  value: number[];
  onChange: (ids: number[]) => void;
  locked: boolean;
  keepsHidden: boolean;
  invalid: boolean;
};

function Locations({ person, value, onChange, locked, keepsHidden, invalid }: LocationsProps) {
  const { data, error, refetch } = useRead('listLocations', {}, { fresh: true });
  if (error)
    return (
      <div className="border-t p-3.5">
        <ReadFailed error={error} onRetry={refetch} />
      </div>
    );
  if (!data)
    return (
      <div aria-busy className="grid grid-cols-2 gap-3 border-t p-3.5">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-5 w-32" />
        ))}
      </div>
    );
  const tick = (ids: number[], ticked: boolean) =>
    onChange(ticked ? [...value, ...ids] : value.filter((id) => !ids.includes(id)));
  // Deleted, or not visible to the caller: kept unless a caller with all locations removes them together.
  const hidden = (person?.allowedLocationIds ?? []).filter((id) => !data.some((one) => one.id === id));
  return (
    <div className="grid max-h-64 grid-cols-2 gap-x-3 gap-y-2 overflow-y-auto border-t p-3.5 touch:gap-y-0 max-[360px]:grid-cols-1">
      {data.map(({ id, name }, index) => (
        <Checkbox
          key={id}
          label={<span className="break-words">{name}</span>}
          checked={value.includes(id)}
          disabled={locked}
          aria-invalid={invalid && index === 0 ? true : undefined}
          onCheckedChange={(ticked) => tick([id], ticked)}
        />
      ))}
      {hidden.length > 0 && (
        <Checkbox
          className="col-span-full"
          label={`${count(hidden.length, 'more location')}, deleted or outside your access`}
          checked={hidden.some((id) => value.includes(id))}
          disabled={keepsHidden}
          onCheckedChange={(ticked) => tick(hidden, ticked)}
        />
      )}
      {data.length === 0 && hidden.length === 0 && (
        <p className="col-span-full text-hint text-muted">There are no locations yet.</p>
      )}
    </div>
  );
}
