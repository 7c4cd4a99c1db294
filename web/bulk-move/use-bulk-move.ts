import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { ACTION_MESSAGES } from '../../shared/action-messages.ts';
import { api } from '../../shared/api.ts';
import type { AuditSession, OneAuditSession } from '../../shared/audit.ts';
import { AUDIT_VALID_HOURS, type Verification } from '../../shared/audit-verification.ts';
import { TEXT_MAX } from '../../shared/limits.ts';
import type { Location, LocationRef } from '../../shared/location.ts';
import { inNaturalOrder } from '../../shared/natural-order.ts';
import { useAction } from '../api/action.ts';
import { queries } from '../api/queries.ts';
import { useRead } from '../api/read.ts';
import { serverNow } from '../api/server-clock.ts';
import { isOthers, present } from '../audit/audit-members.ts';
import { overlaps } from '../audit/refusals.ts';
import { count, datedDay } from '../format.ts';
import { useLabels } from '../labels.ts';
import { useMay, useMe } from '../session.tsx';
import { useUnsaved } from '../ui/overlay/layers.ts';
import { toast } from '../ui/overlay/toast.ts';

const route = getRouteApi('/bulk-move-keys');

/** "All types" in the address and the server's verification. */
export const ALL_TYPES = 'all';

type Change = { type?: string; from?: string; to?: string };

/** The move's choices, stored in the address. Values that are not visible count as unset. `type` is a stored type, ALL_TYPES, or empty. */
export function useMoveChoices() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const { label } = useLabels();
  const list = useRead('listLocations');
  const locations = useMemo(
    () => list.data?.toSorted((a, b) => inNaturalOrder(a.name, b.name)) ?? ([] as Location[]),
    [list.data],
  );
  const locationOf = (id: string) => locations.find((location) => String(location.id) === id) ?? null;
  const { type } = address;
  const from = locationOf(address.from);
  const to = locationOf(address.to);
  const typeName = type && type !== ALL_TYPES ? label('keyTypes', type) : '';
  return {
    locations,
    waiting: list.isPending,
    /** The address has a type and a location, but locations are still loading. */
    unread: list.isPending && type !== '' && address.from !== '',
    error: list.data ? null : list.error,
    retry: list.refetch,
    type,
    from,
    to,
    same: from !== null && from.id === to?.id,
    /** The type in the company's wording; empty for all or none. */
    typeName,
    /** The noun of what moves: "Lock Ups keys", "keys". */
    keys: typeName ? `${typeName} keys` : 'keys',
    change: (what: Change) =>
      void navigate({ search: (last) => ({ ...last, ...what }), replace: true, resetScroll: false }),
  };
}
export type MoveChoices = ReturnType<typeof useMoveChoices>;

/** Preview of the move, once type and from are chosen. */
export function useMovePlan({ type, from, to, same, keys }: MoveChoices) {
  const enabled = from !== null && type !== '';
  const { data, error, isPlaceholderData, refetch, isFetching } = useRead(
    'getBulkMove',
    {
      query: {
        fromLocationId: String(from?.id ?? 0),
        ...(to && !same && { toLocationId: String(to.id) }),
        ...(type !== ALL_TYPES && { fromBunchType: type }),
      },
    },
    { enabled, fresh: true },
  );
  const shown = enabled && !isPlaceholderData ? data : undefined;
  return {
    data: shown,
    waiting: enabled && !data && !error,
    fetching: isFetching,
    error: shown ? null : enabled ? error : null,
    retry: refetch,
    /** The text of a location without keys of the type. */
    noKeys: shown?.bunches.length === 0 ? `No ${keys} found at selected location` : undefined,
  };
}
export type MovePlan = ReturnType<typeof useMovePlan>;

/** Minimum time before an audit that has expired by the browser's clock is read again. */
const RECHECK_MS = 15_000;

/** Whether an audit covers a move of that type; a spot check and a part cover none. */
const covers = ({ kind, keyType }: AuditSession, type: string) =>
  kind === 'full' && (keyType === null || keyType === type);

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
  const isMember = ({ members }: AuditSession) => present(members).some(({ userId }) => userId === me.id);
  const mine = open.filter(isMember);
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
    /** Other users' suitable sessions, to join. */
    others: open.filter((session) => !isMember(session) && covers(session, type)),
    /** A session of other users that blocks a start. */
    blocking: open.find((session) => isOthers(session, me.id) && overlaps(session, keyType)) ?? null,
    /** The user's own unrelated session, which a start would end. */
    replaced: open.find((session) => !isOthers(session, me.id) && !covers(session, type)) ?? null,
    keyType,
  };
}
export type MoveAudit = ReturnType<typeof useMoveAudit>;

/** Result of a bulk move: what moved, when (server time) and where, or why nothing did. */
export type Outcome =
  | { moved: number; at: string; from: string; to: LocationRef; keys: string }
  | { refusal: string; detail: string[] };

/** The move: button text, blocking reason, notes, concerns and result. */
export function useExecute(choices: MoveChoices, audit: MoveAudit, plan: MovePlan) {
  const move = useAction('bulkMove');
  const [notes, setNotes] = useState('');
  useUnsaved(notes.trim() !== '');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [sent, setSent] = useState(0);
  const [asking, setAsking] = useState(false);
  const n = plan.data?.bunches.length ?? 0;
  const tooLong = notes.trim().length > TEXT_MAX;
  const reason = reasonOf(choices, audit, plan) ?? (tooLong ? 'The notes are too long.' : undefined);

  async function run() {
    const { from, to, keys, change } = choices;
    if (!from || !to || !plan.data || reason) return setAsking(false);
    setOutcome(null);
    setSent(n);
    const moved = await move.run({ body: bodyOf(from, to, audit, plan.data, notes) });
    setAsking(false);
    if (!moved.ok) {
      const { message, detail } = moved.error.body;
      setOutcome(refusalOf(message, detail));
      // A 409 has refreshed the reads already; other refusals need it.
      void queries.invalidateQueries();
      return;
    }
    const { reply } = moved;
    toast({
      title: 'Success',
      description: `${count(reply.moved, 'key')} moved successfully`,
      variant: 'success',
    });
    setOutcome({ moved: reply.moved, at: reply.at, from: from.name, to: { id: to.id, name: to.name }, keys });
    setNotes('');
    // Keeps the route for another type; after all types nothing is left to choose.
    change({ type: '' });
  }

  return {
    /** The button; confirms concerns first. */
    begin: () => (plan.data && plan.data.concerns.length > 0 ? setAsking(true) : void run()),
    run,
    asking,
    setAsking,
    pending: move.pending,
    label: audit.running !== null ? 'Complete Audit First' : buttonLabel(move.pending ? sent : n, audit),
    reason: move.pending ? undefined : reason,
    ready: reason === undefined,
    notes,
    setNotes,
    notesError: tooLong ? `Must be at most ${TEXT_MAX} characters` : undefined,
    outcome,
    forget: () => setOutcome(null),
  };
}
export type Execute = ReturnType<typeof useExecute>;

/** Sends what was shown, so that no other keys and no new concerns are included. */
const bodyOf = (
  from: LocationRef,
  to: LocationRef,
  { keyType }: MoveAudit,
  { bunches, concerns }: NonNullable<MovePlan['data']>,
  notes: string,
) => ({
  fromLocationId: from.id,
  toLocationId: to.id,
  fromBunchType: keyType,
  notes,
  keyBunchIds: bunches.map((bunch) => bunch.id),
  accepted: concerns,
});

function buttonLabel(n: number, audit: MoveAudit): string {
  const required = audit.asked && !audit.verified && !audit.waiting && !audit.error;
  return required ? 'Audit Required Before Move' : `Execute Move (${count(n, 'key')})`;
}

/** Why the move can't run now; undefined when it can. */
function reasonOf({ type, from, to, same }: MoveChoices, audit: MoveAudit, plan: MovePlan) {
  const open = [!type && 'a key type', !from && 'where from', !to && 'where to'].filter(Boolean);
  if (open.length > 0) return `Choose ${open.join(', ').replace(/, ([^,]*)$/, ' and $1')}.`;
  if (same) return 'Choose two different locations.';
  if (plan.noKeys && audit.verified) return `${plan.noKeys}.`;
  if (audit.error || plan.error) return "Couldn't load the keys to move.";
  if (audit.waiting || !plan.data) return 'One moment...';
  if (audit.verification && !audit.verified) return whyUnverified(audit.verification);
  return plan.noKeys;
}

/** The server's message has hours only; like the card, show days or a date for older audits. */
function whyUnverified({ hoursSinceAudit, lastAuditDate, message }: Verification): string {
  if (!lastAuditDate || hoursSinceAudit === null || hoursSinceAudit < 2 * AUDIT_VALID_HOURS) return message;
  return `${lastAuditText(hoursSinceAudit, lastAuditDate)} A new audit is required.`;
}

const DAY_HOURS = 24;

/** Age in hours, from two days on in days, after a week as a date. */
export function lastAuditText(hours: number, at: string): string {
  if (hours === 0) return 'Last audit less than an hour ago.';
  if (hours < 2 * DAY_HOURS) return `Last audit ${count(hours, 'hour')} ago.`;
  if (hours < 7 * DAY_HOURS) return `Last audit ${count(Math.floor(hours / DAY_HOURS), 'day')} ago.`;
  return `Last audit on ${datedDay(at)}.`;
}

const refusalOf = (message = ACTION_MESSAGES.bulkMove.failed, detail = ''): Outcome => ({
  refusal: message,
  detail: detail.split('\n').filter(Boolean),
});
