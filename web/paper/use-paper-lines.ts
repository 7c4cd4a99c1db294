import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ReplyOf } from '../../shared/api.ts';
import { dayIn } from '../../shared/clock-text.ts';
import { useAction } from '../api/action.ts';
import { type ApiError, call, failedText } from '../api/call.ts';
import { withReauthentication } from '../api/reauthentication.ts';
import { serverNow } from '../api/server-clock.ts';
import { count } from '../format.ts';
import { useMe } from '../session.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { useDebounced } from '../ui/use-debounced.ts';
import { useZone } from '../zone.ts';
import { keepDraft, readDraft } from './draft-store.ts';
import {
  blankLine,
  type Draft,
  isBlank,
  type Line,
  type SentLine,
  sentLine,
  stateOf,
  type Timed,
  timesOf,
  withBlank,
  withDays,
  withPasted,
  withReturn,
} from './lines.ts';

const emptyDraft = (zone: string, writtenBy: string): Draft => ({
  ...{ sheet: '', writtenBy, day: dayIn(serverNow(), zone), lines: [blankLine(1)] },
});
const SAVED_MS = 600;

/** The draft of a location: read from the device first, and kept there while it is typed. */
function useDraft(location: string) {
  const { id: owner } = useMe();
  const zone = useZone();
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(zone, ''));
  const [ready, setReady] = useState('');
  const [isFound, setFound] = useState(false);
  useEffect(() => {
    let isOld = false;
    void readDraft(owner, location).then((found) => {
      if (isOld) return;
      if (found) setDraft({ ...found, lines: withBlank(found.lines) });
      else setDraft((last) => ({ ...last, after: null, lines: [blankLine(1)] }));
      setFound(found !== null);
      setReady(location);
    });
    return () => {
      isOld = true;
    };
  }, [owner, location]);
  const isTyped = draft.lines.some((line) => !isBlank(line));
  const text = JSON.stringify(draft);
  const settled = useDebounced(text, SAVED_MS);
  useEffect(() => {
    if (ready === location && settled === text)
      void keepDraft(owner, location, isTyped ? JSON.parse(settled) : null);
  }, [owner, location, ready, settled, text, isTyped]);
  const keep = () => keepDraft(owner, location, draft);
  const forget = () => keepDraft(owner, location, null);
  return { draft, setDraft, isReady: ready === location, isTyped, isFound, keep, forget };
}

/** Judges the lines by the register, as soon as nothing was typed for a moment; again, as every read, until the server answers. */
function useDryRun(locationId: number, lines: readonly SentLine[], turn: number) {
  const wanted = JSON.stringify([locationId, turn, lines]);
  const settled = useDebounced(wanted, 350);
  const [at, , sent]: [number, number, SentLine[]] = JSON.parse(settled);
  const { data, error, isPlaceholderData } = useQuery<ReplyOf<'recordPaper'>, ApiError>({
    queryKey: ['recordPaper', settled],
    queryFn: async ({ signal }) => {
      const body = { dryRun: true, locationId: at, lines: sent };
      return (await withReauthentication('recordPaper', () => call('recordPaper', { body }, { signal })))
        .data;
    },
    enabled: at !== 0 && sent.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const isCurrent = data !== undefined && settled === wanted && !isPlaceholderData;
  return {
    answers: new Map(data?.answers.map((one) => [one.line, one])),
    failed: error && (Object.values(error.body.errors ?? {})[0] ?? failedText(error)),
    isCurrent: lines.length === 0 || isCurrent,
  };
}

/** A sheet that is typed in: its lines, what the register says of each, and the way to record those that are ready. */
export function usePaperLines(location: string) {
  const locationId = Number(location) || 0;
  const zone = useZone();
  const kept = useDraft(location);
  const { draft, setDraft, forget } = kept;
  const [turn, setTurn] = useState(0);
  const times = useMemo(() => timesOf(draft, zone), [draft, zone]);
  const sent = draft.lines.flatMap((line, at) => {
    const timed = times[at];
    return (timed && sentLine(line, timed)) ?? [];
  });
  const dry = useDryRun(locationId, sent, turn);
  const rows = draft.lines.flatMap((line, at) => {
    const timed = times[at];
    if (!timed) return [];
    const isSent = sent.some(({ line: n }) => n === line.n);
    const answer = isSent ? dry.answers.get(line.n) : undefined;
    return [{ line, timed, answer, state: stateOf(line, timed, answer) }];
  });
  const recording = useAction('recordPaper', { quiet: true });

  const change = (n: number, about: Partial<Line>) =>
    setDraft((last) => ({
      ...last,
      lines: withBlank(last.lines.map((line) => (line.n === n ? { ...line, ...about } : line))),
    }));
  /** Fills the lines from one on; those that have something stay, and the new ones go before them. */
  const paste = (n: number, pasted: readonly Partial<Line>[]) =>
    setDraft((last) => ({ ...last, lines: withBlank(withPasted(last.lines, n, pasted)) }));
  const remove = (n: number) =>
    setDraft((last) => {
      const lines = withDays(last.lines, timesOf(last, zone));
      return { ...last, lines: withBlank(lines.filter((line) => line.n !== n)) };
    });
  /** Adds the return that is missing before a line; its number. */
  function addBefore({ n }: Line): number {
    const added = Math.max(...draft.lines.map((line) => line.n)) + 1;
    setDraft((last) => {
      const lines = withDays(last.lines, timesOf(last, zone));
      return { ...last, lines: withBlank(withReturn(lines, n, added)) };
    });
    return added;
  }
  /** Records what is ready. The lines that the register took leave the list; the others stay with its answer. */
  async function record(): Promise<void> {
    const ready = new Set(rows.filter(({ state }) => state === 'ready').map(({ line }) => line.n));
    const lines = sent.filter(({ line }) => ready.has(line));
    const outcome = await recording.run({
      body: { locationId, sheet: draft.sheet, writtenBy: draft.writtenBy, lines },
    });
    if (!outcome.ok) {
      const [field] = Object.values(outcome.error.body.errors ?? {});
      toast({
        title: 'Nothing was recorded',
        description: field ?? failedText(outcome.error),
        variant: 'destructive',
      });
      return;
    }
    const taken = new Set(
      outcome.reply.answers.filter((one) => one.outcome === 'recorded').map(({ line }) => line),
    );
    const done = rows.filter(({ line }) => taken.has(line.n)).map(({ timed }) => timed);
    const isLeft = ({ n }: Line) => !taken.has(n);
    setDraft((last) => {
      const left = withDays(last.lines, timesOf(last, zone)).filter(isLeft);
      return { ...last, ...lastOf(done, last), lines: withBlank(left) };
    });
    setTurn((last) => last + 1);
    if (draft.lines.filter(isLeft).every(isBlank)) await forget();
    toast({ title: `${count(taken.size, 'line')} recorded`, variant: 'success' });
  }
  return { ...kept, rows, dry, change, paste, remove, addBefore, record, isRecording: recording.pending };
}
export type PaperLines = ReturnType<typeof usePaperLines>;

/** Where the sheet goes on: the latest time that was recorded. */
function lastOf(done: readonly Timed[], { day, after = null }: Draft): Pick<Draft, 'day' | 'after'> {
  const times = [`${day}T${after ?? ''}`, ...done.map((one) => `${one.day}T${one.clock}`)];
  const [latestDay = day, clock = ''] = times.toSorted().at(-1)?.split('T') ?? [];
  return { day: latestDay, after: clock || null };
}
