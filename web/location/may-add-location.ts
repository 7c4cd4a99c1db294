import { api } from '../../shared/api.ts';
import { useMay, useMe } from '../session.tsx';

/** Whether the reader may add a location: with the permission, and only with access to all of them (they could not see the new one). */
export function useMayAddLocation(): boolean {
  const may = useMay();
  const me = useMe();
  const everywhere = me.role === 'super_admin' || me.allowedLocationIds.length === 0;
  return everywhere && may(api.createLocation.needs);
}
