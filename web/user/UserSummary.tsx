import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { ListUser } from '../../shared/user.ts';
import { useRead } from '../api/read.ts';
import { count } from '../format.ts';
import { baseOf } from './user-facts.ts';
import type { Values } from './user-form.ts';

/** What the form grants, in words. */
export function UserSummary({
  person,
  form,
}: {
  person: ListUser | null;
  form: UseFormReturn<Values, unknown, Values>;
}) {
  const values = useWatch({ control: form.control }) as Values;
  const { data } = useRead('listLocations');
  if (values.role === 'super_admin') return 'Every permission, all locations';
  const { base } = baseOf(person, values.role);
  const added = values.customPermissions.filter((one) => !base.includes(one)).length;
  const permissions = added > 0 ? count(added, 'added permission') : 'Role default';
  const chosen = values.allowedLocationIds.length;
  const places = values.everywhere
    ? 'all locations'
    : data && data.length >= chosen
      ? `${chosen} of ${count(data.length, 'location')}`
      : count(chosen, 'location');
  return `${permissions}, ${places}`;
}
