import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { DialogState } from '../../ui/overlay/dialog-state.ts';
import type { KeyBunchDialog } from '../key-bunch-dialog.ts';

const route = getRouteApi('/key-bunches');

/** Opens Key Details of the set that the address names, as a label's code does; once they are closed the address is the list's again. */
export function useSetInAddress({ shown, show }: DialogState<KeyBunchDialog>): void {
  const { set } = route.useSearch();
  const navigate = route.useNavigate();
  const opened = useRef('');
  const busy = shown !== null;
  useEffect(() => {
    if (opened.current !== set) {
      opened.current = set;
      if (/^[1-9]\d{0,8}$/.test(set)) show({ kind: 'details', id: Number(set) });
    } else if (set && !busy) void navigate({ search: (last) => ({ ...last, set: '' }), replace: true });
  }, [set, busy, show, navigate]);
}
