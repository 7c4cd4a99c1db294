import { useEffect, useState } from 'react';
import { api } from '../../shared/api.ts';
import type { AuditSession, OneAuditSession } from '../../shared/audit.ts';
import { queries } from '../api/queries.ts';
import { useRead } from '../api/read.ts';
import { serverNow } from '../api/server-clock.ts';
import { overlaps } from '../audit/refusals.ts';
import { useMay, useMe } from '../session.tsx';
import { ALL_TYPES, type MoveChoices } from './move-plan.ts';

/** Minimum time before an audit that has expired by the browser's clock is read again. */
const RECHECK_MS = 15_000;

/** Whether an audit covers a move of that type. */
const covers = (session: AuditSession, type: string) => session.keyType === null || session.keyType === type;

/** The from location's audit: the valid one, the open ones, and the one on this screen. */
export function useMoveAudit({ type, from }: MoveChoices) {
  const me = useMe();
  const may = useMay();
  const id = from?.id ?? 0;
  const asked = from !== null && type !== '';
  const verification = useRead(
    'getVerification',
    { params: { id }, query: { keyType: type } },
    { enabled: asked, fresh: true },
  );
  const sessions = useRead(
    'listAudits',
    { query: { locationId: String(id), status: 'in_progress' } },
    { enabled: asked && may(api.listAudits.needs), fresh: true },
  );
  const [chosen, setChosen] = useState<number | null>(null);
  // An ended session stays in the list until the next read.
  const [over, setOver] = useState<ReadonlySet<number>>(new Set());

  const open = sessions.data?.filter((session) => !over.has(session.id)) ?? [];
  const mine = open.filter((session) => session.performedBy === me.id);
  const theirs = open.filter((session) => session.performedBy !== me.id);
  const runs = open.find((session) => session.id === chosen) ?? mine.find((one) => covers(one, type));
  const keyType = type === ALL_TYPES ? null : type;
  const running = asked ? (chosen ?? runs?.id ?? null) : null;

  const { data, refetch, dataUpdatedAt } = verification;
  const until = data?.isVerified ? data.audit?.validUntil : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every response
  useEffect(() => {
    if (!until) return;
    const timer = setTimeout(() => void refetch(), Math.max(RECHECK_MS, Date.parse(until) - serverNow()));
    return () => clearTimeout(timer);
  }, [until, refetch, dataUpdatedAt]);

  return {
    asked,
    verification: asked ? data : undefined,
    /** Loading, or changing because an audit has just ended. */
    waiting:
      (asked && !verification.error && !data) ||
      (verification.isFetching && over.size > 0 && !data?.isVerified) ||
      (asked && may(api.listAudits.needs) && sessions.isPending),
    error: data ? null : verification.error,
    retry: () => void refetch(),
    verified: asked && data?.isVerified === true,
    /** The id of the session on this screen. */
    running,
    start: (session: OneAuditSession) => setChosen(session.id),
    resume: (session: AuditSession) => setChosen(session.id),
    end: (session: OneAuditSession) => {
      setOver((before) => new Set([...before, session.id]));
      setChosen(null);
      void queries.invalidateQueries();
    },
    /** Other users' suitable sessions. */
    others: theirs.filter((session) => covers(session, type)),
    /** Another user's session that blocks a start. */
    blocking: theirs.find((session) => overlaps(session, keyType)) ?? null,
    /** The user's own unrelated session, which a start would end. */
    replaced: mine.find((session) => !covers(session, type)) ?? null,
    keyType,
  };
}
export type MoveAudit = ReturnType<typeof useMoveAudit>;
