import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { withReauthentication } from '../../api/reauthentication.ts';
import { takeHanded } from '../handed-scans.ts';
import type { Desk } from './use-desk.ts';

/** What the address starts with: a recipient, a returner or a set. Empty for none. */
export type DeskStart = { person: string; returning: string; set: string };

/** Applies it once and clears the address, so that a reload does not repeat it. */
export function useStart(desk: Desk, { person, returning, set }: DeskStart): void {
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was scanned elsewhere is taken once
  useEffect(() => takeHanded().forEach(desk.scan), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins once for each address
  useEffect(() => {
    const id = Number(person || returning || set);
    if (!Number.isSafeInteger(id) || id <= 0) return;
    void (async () => {
      await navigate({ to: '/desk', replace: true });
      if (set) {
        const { data: bunch } = await withReauthentication('getKeyBunch', () =>
          call('getKeyBunch', { params: { id } }),
        );
        return desk.send({ type: 'setChosen', bunch });
      }
      const { data } = await withReauthentication('getHolder', () => call('getHolder', { params: { id } }));
      if (person) return desk.send({ type: 'personChosen', holder: data });
      for (const bunch of [...data.holding].reverse()) desk.send({ type: 'setChosen', bunch });
    })().catch(() => undefined);
  }, [person, returning, set]);
}
