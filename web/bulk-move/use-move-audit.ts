import { useEffect, useState } from 'react';
import { api } from '../../shared/api.ts';
import type { AuditSession, OneAuditSession } from '../../shared/audit.ts';
import { queries } from '../api/queries.ts';
import { useRead } from '../api/read.ts';
import { serverNow } from '../api/server-clock.ts';
import { overlaps } from '../audit/in-the-way.ts';
import { useMay, useMe } from '../session.tsx';
import { ALL_TYPES, type MoveChoices } from './choices.ts';

/** Until an audit that the browser's clock calls too old is asked for again, at least. */
const RECHECK_MS = 15_000;

/** Whether an audit says enough for a move of that type. */
const covers = (session: AuditSession, type: string) => session.keyType === null || session.keyType === type;

/** The audit of the from location: what verifies it, which sessions are open there, and the one that runs on this screen. */
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
  // A session that ended here is still in the list until that is read again.
  const [over, setOver] = useState<ReadonlySet<number>>(new Set());

  const open = sessions.data?.filter((session) => !over.has(session.id)) ?? [];
  const mine = open.filter((session) => session.performedBy === me.id);
  const theirs = open.filter((session) => session.performedBy !== me.id);
  const runs = open.find((session) => session.id === chosen) ?? mine.find((one) => covers(one, type));
  const keyType = type === ALL_TYPES ? null : type;
  const running = asked ? (chosen ?? runs?.id ?? null) : null;

  const { data, refetch, dataUpdatedAt } = verification;
  const until = data?.isVerified ? data.audit?.validUntil : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer is looked at anew
  useEffect(() => {
    if (!until) return;
    const timer = setTimeout(() => void refetch(), Math.max(RECHECK_MS, Date.parse(until) - serverNow()));
    return () => clearTimeout(timer);
  }, [until, refetch, dataUpdatedAt]);

  return {
    asked,
    verification: asked ? data : undefined,
    /** Not known yet, or about to change because an audit has just ended here. */
    waiting:
      (asked && !verification.error && !data) ||
      (verification.isFetching && over.size > 0 && !data?.isVerified) ||
      (asked && may(api.listAudits.needs) && sessions.isPending),
    error: data ? null : verification.error,
    retry: () => void refetch(),
    verified: asked && data?.isVerified === true,
    /** The id of the session that runs on this screen. */
    running,
    start: (session: OneAuditSession) => setChosen(session.id),
    resume: (session: AuditSession) => setChosen(session.id),
    end: (session: OneAuditSession) => {
      setOver((before) => new Set([...before, session.id]));
      setChosen(null);
      void queries.invalidateQueries();
    },
    /** Sessions of others that would do for this move. */
    others: theirs.filter((session) => covers(session, type)),
    /** Somebody else's session that keeps one from starting here. */
    blocking: theirs.find((session) => overlaps(session, keyType)) ?? null,
    /** A session of one's own about something else, which a start here would end. */
    replaced: mine.find((session) => !covers(session, type)) ?? null,
    keyType,
  };
}
export type MoveAudit = ReturnType<typeof useMoveAudit>;
