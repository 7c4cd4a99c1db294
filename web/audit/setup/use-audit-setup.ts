import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditScope, AuditSession } from '../../../shared/audit.ts';
import type { AuditMode } from '../../../shared/audit-words.ts';
import type { Location } from '../../../shared/location.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import type { ApiError } from '../../api/call.ts';
import { useRead } from '../../api/read.ts';
import { isNfcSupported } from '../../device/scan/nfc.ts';
import { useMe } from '../../session.tsx';
import { useLabels } from '../../setting/labels.ts';
import { inTheWay, overlaps } from '../in-the-way.ts';

export type AuditSetupState = {
  /** Whether the open audits are still loading. */
  waiting: boolean;
  /** Undefined while loading. */
  locations: readonly Location[] | undefined;
  failed: ApiError | null;
  retry: () => unknown;
  locationId: number | null;
  setLocation: (id: number) => void;
  /** '' for all types. */
  keyType: string;
  setKeyType: (type: string) => void;
  mode: AuditMode;
  setMode: (mode: AuditMode) => void;
  /** Scope of a new audit; undefined while loading. */
  scope: AuditScope | undefined;
  /** The user's own open session there, which a new start abandons. */
  own: AuditSession | undefined;
  /** Why no audit can start; undefined when one can. */
  reason: string | undefined;
};

/** The choices of a new audit and what follows from them. Phones with NFC default to NFC. */
export function useAuditSetup(): AuditSetupState {
  const me = useMe();
  const search = useSearch({ from: '/audit' });
  const { label } = useLabels();
  const list = useRead('listLocations');
  const [chosen, setLocation] = useState<number | null>(Number(search.location) || null);
  const [keyType, setKeyType] = useState(search.type);
  const [mode, setMode] = useState<AuditMode>(isNfcSupported() ? 'nfc' : 'manual');
  const only = list.data?.length === 1 ? (list.data[0]?.id ?? null) : null;
  const locationId = list.data?.some((place) => place.id === chosen) ? chosen : only;
  const { data: scope } = useRead(
    'getAuditScope',
    { params: { id: locationId ?? 0 }, query: keyType ? { keyType } : {} },
    { enabled: locationId !== null, fresh: true },
  );
  const running = useRead('listAudits', { query: { status: 'in_progress' } }, { fresh: true });
  const open = running.data;
  const other = open?.find(
    (one) => one.locationId === locationId && one.performedBy !== me.id && overlaps(one, keyType || null),
  );
  const nothing = keyType
    ? `No ${label('keyTypes', keyType)} keys to audit at this location`
    : 'No keys to audit at this location';
  function reasonNow(): string | undefined {
    if (locationId === null) return 'Choose a location';
    if (other) return inTheWay(other, hasPermission(me, 'audit:edit'));
    return scope?.expected === 0 ? nothing : undefined;
  }
  return {
    // The list of open audits handles its failure; reloading here too would loop.
    waiting: !running.isFetched,
    locations: list.data,
    failed: (list.data ? null : list.error) ?? (open ? null : running.error),
    retry: () => Promise.all([!list.data && list.refetch(), !open && running.refetch()]),
    locationId,
    setLocation,
    keyType,
    setKeyType,
    mode,
    setMode,
    scope,
    own: open?.find((one) => one.locationId === locationId && one.performedBy === me.id),
    reason: reasonNow(),
  };
}
