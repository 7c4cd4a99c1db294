import { DAY, HOUR, MINUTE } from './calendar.ts';
import type { Plan } from './plan.ts';
import { type Act, custodyOf } from './stage.ts';

/** The time between two sets. */
const PACE = 40_000;
const UNKNOWN_SERIAL = '04E31F5A9C2280';

/**
 * Every location is audited once, set by set; the audit of Van 04, begun after a set was reported missing there, is half done. Planned
 * last, as the sets at a location follow from all other acts.
 */
export function planAudits(plan: Plan): void {
  const { now, latest } = plan.calendar;
  const bristol = latest(9.5, 2.5 * DAY);
  // A set from Manchester that is in Bristol then.
  const unexpected = plan.sets.find(
    (set) =>
      set.home.prefix === 'MCR' && set.form.nfcSerial && plan.isFree(set, bristol - HOUR, bristol + HOUR),
  );
  const serials = [unexpected?.form.nfcSerial ?? '', UNKNOWN_SERIAL];
  const acts = plan.inOrder();
  const audit = (
    location: string,
    at: number,
    notes: string | null,
    scans: string[] = [],
    share = 1,
  ): void => {
    const [name, who, present] = [`audit of ${location}`, plan.desk(at), presentAt(acts, location, at)];
    plan.write(at, who, 'startAudit', { locationId: location }, { makes: name });
    const ticked = present.slice(0, Math.ceil(present.length * share));
    for (const [index, keyBunchId] of ticked.entries())
      plan.write(
        at + (index + 1) * PACE,
        who,
        'tickAudit',
        { keyBunchId, seen: true },
        { params: { id: name } },
      );
    const over = at + (ticked.length + 1) * PACE;
    for (const nfcSerial of scans)
      plan.write(over, who, 'scanAudit', { auditSessionId: name, nfcSerial }, { isRefused: true });
    if (share === 1) plan.write(over + PACE, who, 'completeAudit', { notes }, { params: { id: name } });
  };
  audit('Birmingham Office', latest(10.1, 16 * DAY), 'Counted before the client visit');
  audit('Leeds Office', latest(8.25, 8 * DAY), null);
  audit('Bristol Depot', bristol, 'Cabinet B needs a new hook strip', serials);
  audit('Manchester HQ', latest(7.2, 1.2 * DAY), 'Monthly count');
  // Recent enough for a bulk move.
  audit('Van 07', now - 5.5 * HOUR, 'Handover of the van');
  audit('Van 04', now - 24 * MINUTE, null, [], 0.5);
}

/** The sets that an audit finds: at the location, not issued, not missing and without a custom status. */
function presentAt(acts: readonly Act[], location: string, at: number): string[] {
  const sets = new Map<string, { location: unknown; status: unknown }>();
  for (const act of acts.filter((one) => one.at < at)) {
    const { call, params, body, makes } = act;
    for (const { id, out } of custodyOf(act)) {
      const kept = sets.get(id);
      if (kept) kept.status = out ? 'issued' : 'active';
    }
    if (call === 'createKeyBunch') sets.set(`${makes}`, { location: body.locationId, status: 'active' });
    const set = sets.get(`${params?.id}`);
    if (!set) continue;
    if (call === 'updateKeyBunch') set.status = body.status ?? set.status;
    if (call === 'moveKeyBunch') set.location = body.toLocationId ?? set.location;
    if (call === 'deleteKeyBunch') sets.delete(`${params?.id}`);
  }
  const present = [...sets].filter(
    ([, set]) => set.location === location && /^(in)?active$/.test(`${set.status}`),
  );
  return present.map(([id]) => id);
}
