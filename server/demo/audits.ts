import { DAY, HOUR, MINUTE } from './calendar.ts';
import type { Plan } from './plan.ts';
import type { Act } from './stage.ts';

/** Between one set and the next. */
const PACE = 40_000;
const UNKNOWN_SERIAL = '04E31F5A9C2280';

/**
 * Every place is counted now and then, set by set; of Van 04, after a set of it was missed, half is counted so far. Planned last: what
 * hangs in a place follows from everything else.
 */
export function planAudits(plan: Plan): void {
  const { now, latest } = plan.calendar;
  const bristol = latest(9.5, 2.5 * DAY);
  // One of Manchester's hangs in Bristol then.
  const stray = plan.sets.find(
    (set) =>
      set.home.prefix === 'MCR' && set.form.nfcSerial && plan.isFree(set, bristol - HOUR, bristol + HOUR),
  );
  const serials = [stray?.form.nfcSerial ?? '', UNKNOWN_SERIAL];
  const told = plan.inOrder();
  const count = (place: string, at: number, notes: string | null, scans: string[] = [], share = 1): void => {
    const [name, who, hangs] = [`audit of ${place}`, plan.desk(at), hanging(told, place, at)];
    plan.write(at, who, 'startAudit', { locationId: place }, { makes: name });
    const ticked = hangs.slice(0, Math.ceil(hangs.length * share));
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
  count('Birmingham Office', latest(10.1, 16 * DAY), 'Counted before the client visit');
  count('Leeds Office', latest(8.25, 8 * DAY), null);
  count('Bristol Depot', bristol, 'Cabinet B needs a new hook strip', serials);
  count('Manchester HQ', latest(7.2, 1.2 * DAY), 'Monthly count');
  // Recent enough for a bulk move.
  count('Van 07', now - 5.5 * HOUR, 'Handover of the van');
  count('Van 04', now - 24 * MINUTE, null, [], 0.5);
}

/** The sets that an audit finds: there, and neither issued nor missing nor in a status of the company's own. */
function hanging(told: readonly Act[], place: string, at: number): string[] {
  const sets = new Map<string, { place: unknown; status: unknown }>();
  for (const { call, params, body, makes } of told.filter((act) => act.at < at)) {
    if (call === 'createKeyBunch') sets.set(`${makes}`, { place: body.locationId, status: 'active' });
    const set = sets.get(`${params?.id}`);
    if (!set) continue;
    if (call === 'issueKeyBunch') set.status = 'issued';
    if (call === 'returnKeyBunch') set.status = 'active';
    if (call === 'updateKeyBunch') set.status = body.status ?? set.status;
    if (call === 'moveKeyBunch') set.place = body.toLocationId ?? set.place;
    if (call === 'deleteKeyBunch') sets.delete(`${params?.id}`);
  }
  const hangs = [...sets].filter(([, set]) => set.place === place && /^(in)?active$/.test(`${set.status}`));
  return hangs.map(([id]) => id);
}
