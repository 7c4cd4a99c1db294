import type { CallName } from '../../../shared/api.ts';
import type { Answer, Input } from '../call.ts';
import { isOffline, noteKept, onBack, serverAnswers } from '../connection.ts';
import { type Known, withEntries } from '../outbox/judge.ts';
import { openOutbox, ownCustody, userOf } from '../outbox/outbox.ts';
import { queries } from '../queries.ts';
import { serverNow } from '../server-clock.ts';
import { readAudits, shownAudit } from './audits.ts';
import { findKept } from './find.ts';
import { correctClock, isOver, type Kept, readKept } from './store.ts';
import * as views from './views.ts';

/** Read once while the device is offline. */
let reading: Promise<Kept | null> | null = null;

// What was answered from here is read again.
onBack(() => {
  if (!reading) return;
  reading = null;
  void queries.invalidateQueries();
});

/** What the device keeps; null for nothing, or when its time is over. */
async function keptNow(): Promise<Kept | null> {
  reading ??= readKept();
  const kept = await reading;
  // It may be written a moment later.
  if (!kept) reading = null;
  if (!kept || isOver({ ...kept, days: kept.facts.me.offlineDays })) return null;
  await openOutbox(userOf(kept.facts.me));
  return kept;
}

/** The register as the device knows it, its own entries applied; null when it keeps none. */
export async function knownNow(): Promise<(Known & views.Register) | null> {
  const kept = await keptNow();
  return kept && knownOf(kept);
}

function knownOf({ facts: { company, settings, locations }, sets, people }: Kept) {
  const names = { people, locations };
  const known = { ...names, settings, zone: company.timezone, now: serverNow() };
  return { ...known, sets: withEntries(sets, ownCustody(), names) };
}

/** What the device keeps as the reply of a read that got no answer; null when the server can be reached, or for what is not kept. */
export async function answerOf<N extends CallName>(name: N, input: Input<N>): Promise<Answer<N> | null> {
  if (!isOffline() && (await serverAnswers())) return null;
  const kept = await keptNow();
  if (!kept) return null;
  const asked = input as Input<CallName>;
  const found = /^(getAudit|listAudits)$/.test(name)
    ? await auditsOf(name, asked)
    : replyOf(kept, name, asked);
  if (!found) return null;
  if (noteKept(kept.asOf)) correctClock();
  setTimeout(age, 0, name, kept.asOf);
  return found as Answer<N>;
}

const whole = (data: unknown) => data && { data, total: Number.NaN, atLeast: false, next: null };
const idOf = (params: unknown) => Number((params as { id?: number } | undefined)?.id);

/** The open audits that the user takes part in: all of them, or one. */
async function auditsOf(name: CallName, { params, query }: Input<CallName>): Promise<unknown> {
  if (name === 'listAudits' && (query as { status?: string } | undefined)?.status !== 'in_progress')
    return null;
  const audits = await readAudits();
  const wanted = idOf(params);
  return whole(
    name === 'listAudits' ? audits : (shownAudit(wanted) ?? audits.find(({ id }) => id === wanted)),
  );
}

function replyOf(kept: Kept, name: CallName, { params, query }: Input<CallName>): unknown {
  const { facts } = kept;
  if (name === 'getMe') return whole(facts.me);
  if (name === 'getCompany') return whole(facts.company);
  if (name === 'getSettings') return whole(facts.settings);
  if (name === 'listLocations') return query ? null : whole(facts.locations);
  const known = knownOf(kept);
  const asked = (query ?? {}) as never;
  switch (name) {
    case 'getKeyBunch': {
      const bunch = known.sets.get(idOf(params));
      return bunch ? whole({ ...bunch, imageUrl: null }) : null;
    }
    case 'listHolders':
      return views.peopleOf(known, asked);
    case 'getHolder':
      return whole(views.personOf(known, idOf(params)));
    case 'listOfficers':
      return whole(views.officersOf(known));
    case 'getMine':
      return whole(views.mineOf(known, facts.me.id));
    case 'listOut':
      return views.outOf(known, asked);
    case 'lookUp':
      return whole(views.lookUp(known, (asked as { code: string }).code));
    case 'getFinder': {
      const set = views.labelled(known, String((params as { code?: unknown }).code));
      return set ? whole({ keyBunchId: set.id, finder: null }) : null;
    }
    case 'getDashboardStats':
      return whole(views.statsOf(known));
    case 'getDashboard':
      return whole(views.dashboardOf(known, facts.me.id));
    case 'getRegisterSheet':
      return whole(views.sheetOf(known, asked));
    case 'listKeyBunches': {
      const found = findKept(known.sets.values(), asked, known.now);
      // Former tags, notes and addresses are not kept, so that nothing found is no answer.
      return found && (found.total > 0 || known.sets.size === 0) ? found : null;
    }
    default:
      return null;
  }
}

/** The screens say of when a read is: that of what is kept, not of now. */
function age(name: CallName, updatedAt: number): void {
  for (const query of queries.getQueryCache().findAll({ queryKey: [name] }))
    if (
      query.state.status === 'success' &&
      query.state.fetchStatus === 'idle' &&
      query.state.dataUpdatedAt > updatedAt
    ) {
      queries.setQueryData(query.queryKey, (data: unknown) => data, { updatedAt });
      // Nothing that is heard later makes it newer, but reading it again.
      query.invalidate();
    }
}
