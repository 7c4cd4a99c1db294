import { useEffect, useRef, useState } from 'react';
import type { BodyOf } from '../../shared/api.ts';
import type { Approval } from '../../shared/approval.ts';
import { useAction } from '../api/action.ts';
import { type ApiError, call } from '../api/call.ts';
import { useRead } from '../api/read.ts';
import { withReauthentication } from '../api/reauthentication.ts';
import { ownKeys, refreshAfter } from '../api/refresh.ts';
import { serverNow } from '../api/server-clock.ts';
import { useMe } from '../session.tsx';
import { isOpen, whyNot } from './approval-text.ts';

/** How often requests are read while they wait, in ms, should the live channel be silent. */
const EVERY_MS = 5000;

/** What a screen knows of a request. */
type Shown = { id: number; state: string };

const readOne = async (id: number): Promise<Approval> =>
  (await withReauthentication('getApproval', () => call('getApproval', { params: { id } }))).data;

/** Reads the requests of a list while some of them are open, and reports those whose state is another than is shown. */
export function useApprovalUpdates(
  open: readonly Shown[],
  onNews: (approvals: Approval[]) => void,
  list: 'mine' | 'waiting' = 'mine',
): void {
  const { data } = useRead('getApprovals', {}, { enabled: open.length > 0, refetchInterval: EVERY_MS });
  // biome-ignore lint/correctness/useExhaustiveDependencies: applied once for each answer
  useEffect(() => {
    if (!data) return;
    const report = (all: readonly Approval[]) => {
      const news = all.filter((one) => open.some(({ id, state }) => id === one.id && state !== one.state));
      if (news.length > 0) onNews(news);
    };
    report(data[list]);
    // What is over is no longer in the list.
    for (const { id } of open)
      if (!data[list].some((one) => one.id === id))
        void readOne(id)
          .then((one) => report([one]))
          .catch(() => undefined);
  }, [data]);
}

/** Takes requests back whose screen gave them up. Without an answer they end by themselves. */
export async function takeBack(ids: readonly number[]): Promise<void> {
  const key = crypto.randomUUID();
  ownKeys.add(key);
  await call('takeBackApprovals', { body: { ids: [...ids] } }, { key }).catch(() => undefined);
  void refreshAfter('takeBackApprovals');
}

/** What is asked: `key` is another when what is asked about is another; null while a fact is missing, which `missing` names. */
export type Request = { key: string; body: BodyOf<'askApprovals'> } | null;

/** Open requests of the user about all of the sets, for the same person and due time, that another screen made. */
function useEarlier(request: Request, now: number): Approval[] {
  const me = useMe();
  const { data } = useRead('getApprovals', {}, { enabled: request !== null });
  if (!request) return [];
  const { items, holderId, officerName, switchOff = false, dueAt } = request.body;
  const isSame = ({ askedById, kind, holder, dueAt: due }: Approval) =>
    askedById === me.id &&
    (kind === 'switch_off') === switchOff &&
    (switchOff || (holderId ? holder?.id === holderId : holder?.name === officerName)) &&
    (dueAt === undefined || (dueAt && Date.parse(dueAt)) === (due && Date.parse(due)));
  const open = (data?.mine ?? []).filter((one) => isSame(one) && isOpen(one, now));
  const found = items.flatMap(
    ({ keyBunchId }) => open.find(({ keyBunch }) => keyBunch.id === keyBunchId) ?? [],
  );
  return found.length === items.length ? found : [];
}

/** The requests of a box and what is done with them. What was asked about other facts is taken back. */
export function useSecondPerson(
  { request, isSending }: { request: Request; isSending: boolean },
  now: number,
) {
  const [own, setOwn] = useState<{ key: string; approvals: Approval[] } | null>(null);
  const [reason, setReason] = useState({ key: '', text: '' });
  const [fault, setFault] = useState<ApiError | null>(null);
  const [numberFault, setNumberFault] = useState<string | null>(null);
  const ask = useAction('askApprovals', { quiet: true, messages: { done: null, failed: '' } });
  const approving = useAction('approveAtDesk', { quiet: true, messages: { done: null, failed: '' } });
  const key = request?.key ?? '';
  const asked = own?.key === key ? own.approvals : [];
  const latest = useRef({ own, isSending, key });
  latest.current = { own, isSending, key };

  useApprovalUpdates(
    (own?.approvals ?? []).filter((one) => isOpen(one, now)),
    (news) =>
      setOwn(
        (last) =>
          last && {
            ...last,
            approvals: last.approvals.map((one) => news.find(({ id }) => id === one.id) ?? one),
          },
      ),
  );
  // Other facts, or the dialog was closed.
  useEffect(() => {
    return () => {
      const { own: mine, isSending: isOnItsWay } = latest.current;
      const open = mine && !isOnItsWay ? mine.approvals.filter((one) => isOpen(one, serverNow())) : [];
      if (mine && mine.key === key && open.length > 0) void takeBack(open.map(({ id }) => id));
    };
  }, [key]);

  const earlier = useEarlier(asked.length > 0 ? null : request, now);
  async function askNow(sendsNotices: boolean): Promise<readonly Approval[] | null> {
    if (!request) return null;
    setFault(null);
    const sent = await ask.run({ body: { ...request.body, ...(!sendsNotices && { notify: false }) } });
    if (!sent.ok) {
      if (sendsNotices) setFault(sent.error);
      else setNumberFault(whyNot(sent.error));
      return null;
    }
    // What is asked about changed meanwhile.
    if (latest.current.key !== key) {
      void takeBack(sent.reply.map(({ id }) => id));
      return null;
    }
    setOwn({ key, approvals: sent.reply });
    return sent.reply;
  }
  async function approveAtDesk(badge: string, number: string): Promise<boolean> {
    const isAsked = own?.key === key && asked.every((one) => isOpen(one, now));
    const open = isAsked ? asked : await askNow(false);
    if (!open) return false;
    const sent = await approving.run({ body: { ids: open.map(({ id }) => id), badge, kioskNumber: number } });
    if (!sent.ok) {
      setNumberFault(whyNot(sent.error));
      return false;
    }
    setNumberFault(null);
    setOwn({ key, approvals: sent.reply });
    return true;
  }
  return {
    asked,
    earlier,
    takeEarlier: () => setOwn({ key, approvals: earlier }),
    isApproved: asked.length > 0 && asked.every((one) => one.state === 'approved' && isOpen(one, now)),
    emergency: reason.key === key ? reason.text : '',
    setEmergency: (text: string) => setReason({ key, text }),
    fault,
    numberFault,
    ask: askNow,
    approveAtDesk,
    pending: ask.pending || approving.pending,
  };
}
