import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListUser } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { useAsOf } from '../api/live-state.ts';
import { useRead } from '../api/read.ts';

const route = getRouteApi('/users');

export type UserFilters = { search: string; role: string; status: string };

/** The people of the company, narrowed by what stands in the address. `total` counts all of them. */
export function useUserRows() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const list = useRead('listUsers');
  const { data, error, refetch, isRefetching } = list;
  const readAt = useAsOf(list);
  const rows = useMemo(() => data?.filter((person) => keeps(filters, person)), [data, filters]);
  const change = (patch: Partial<UserFilters>) =>
    void navigate({ search: (last) => ({ ...last, ...patch }), replace: 'search' in patch });
  return {
    rows,
    total: data?.length,
    filters,
    change,
    failed: error,
    retry: refetch,
    readAt,
    refreshing: isRefetching,
  };
}

function keeps({ search, role, status }: UserFilters, person: ListUser): boolean {
  const text = `${fullName(person)} ${person.email}`.toLowerCase();
  return (
    search
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    (role === '' || person.role === role) &&
    (status === '' || person.isActive === (status === 'active'))
  );
}
