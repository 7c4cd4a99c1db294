import type { Client } from './client.ts';

/** What the officers work with, each kind of work on sets of its own. */
export type Register = {
  singles: number[];
  batches: number[];
  /** They go to and fro between two places, together. */
  carried: { ids: number[]; places: [number, number] };
  audited: { ids: number[]; place: number };
};

type Id = { id: number };
type Audit = { id: number; expected: { id: number }[] };

/** A company with sets for every kind of work; both ends of the carrying are audited, as a bulk move asks. */
export async function makeRegister(client: Client): Promise<Register> {
  await client.must('POST', '/api/companies/setup', {
    name: 'Night Watch',
    planType: 'enterprise',
    email: 'dana.holt@example.com',
    firstName: 'Dana',
    password: 'correct horse',
  });
  const place = async (name: string) =>
    (await client.must<Id>('POST', '/api/locations', { name, type: 'office' })).id;
  const [office, north, van, vault] = [
    await place('Office'),
    await place('North office'),
    await place('Van 07'),
    await place('Vault'),
  ];
  let serial = 0;
  const sets = async (count: number, locationId: number) => {
    const ids: number[] = [];
    for (let n = 0; n < count; n += 1) {
      serial += 1;
      const body = { identifier: `SET-${serial}`, currentTag: `${448_000 + serial}`, locationId };
      ids.push((await client.must<Id>('POST', '/api/key-bunches', body)).id);
    }
    return ids;
  };
  const register: Register = {
    singles: await sets(6, office),
    batches: await sets(10, office),
    carried: { ids: [...(await sets(20, north)), ...(await sets(1, van))], places: [north, van] },
    audited: { ids: await sets(12, vault), place: vault },
  };
  for (const locationId of [north, van]) {
    const audit = await client.must<Audit>('POST', '/api/audit/start', { locationId });
    for (const { id } of audit.expected)
      await client.must('POST', `/api/audit/${audit.id}/ticks`, { keyBunchId: id, seen: true });
    await client.must('POST', `/api/audit/${audit.id}/complete`, {});
  }
  const all = { fromLocationId: van, toLocationId: north, notes: 'all of them together' };
  await client.must('POST', '/api/key-bunches/bulk-move', all);
  return register;
}
