import type { Company } from '../world.ts';

type Sql = (text: string, values?: unknown[]) => Promise<unknown>;

/** A set, its holder, and the minutes until it is due: negative is overdue, null has no due time. */
const OUT: Record<string, { about?: Record<string, unknown>; sets: Record<string, number | null> }> = {
  'R. Doyle': { about: { kind: 'contractor', organisation: 'Ascent Lifts' }, sets: { 'MCR-0142': -2945 } },
  'Owen Hartley': {
    about: { kind: 'contractor', organisation: 'Irwell Facilities', phone: '07700 900412', maxSets: 5 },
    sets: { 'MCR-0140': -41, 'MCR-0150': 1440 },
  },
  'Callum Reid': { about: { kind: 'staff' }, sets: { 'MCR-0147': null } },
};

/** Three people with four sets of Manchester HQ, two of them overdue, and one present set. */
export async function evening(company: Company, sql: Sql) {
  await company.patch('/api/companies/current', { timezone: 'Europe/London' });
  const hq = await company.location({ name: 'Manchester HQ' });
  const holders: Record<string, number> = {};
  const sets: Record<string, number> = {};
  for (const [name, { about, sets: own }] of Object.entries(OUT)) {
    const holder = await company.post<{ id: number }>('/api/holders', { name, ...about });
    holders[name] = holder.id;
    for (const [identifier, minutes] of Object.entries(own)) {
      const keyDescription = `${identifier}, residents' lobby`;
      const { id } = await company.bunch(hq.id, { identifier, keyDescription, keyCount: 3, fobCount: 1 });
      sets[identifier] = id;
      const body = { officerName: name, holderId: holder.id, dueAt: null };
      await company.post(`/api/key-bunches/${id}/issue`, body);
      if (minutes !== null)
        await sql('update key_bunches set due_at = now() + make_interval(mins => $2) where id = $1', [
          id,
          minutes,
        ]);
    }
  }
  const inside = await company.bunch(hq.id, { identifier: 'MCR-0101' });
  sets['MCR-0101'] = inside.id;
  return { hq, holders, sets };
}
