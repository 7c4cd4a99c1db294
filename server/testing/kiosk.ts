import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { CallName } from '../../shared/api.ts';
import { hashPassword } from '../identity/password-hash.ts';
import { holderOf, type Site, unique } from './site.ts';
import type { Input, Person, World } from './world.ts';

/** The number of every person of the tests who has one. */
export const KIOSK_NUMBER = '481516';
const hashed = hashPassword(KIOSK_NUMBER);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export type TestKiosk = {
  id: number;
  /** What its tablet sends. */
  headers: { cookie: string };
  /** The turn that it sends. */
  own: { turn?: string };
  call: Person['call'];
};

/** Calls that are of a turn: the test's tablet sends the last that began, unless the body has one. */
const OF_TURN: CallName[] = [
  'enterKioskNumber',
  'offerAtKiosk',
  'reportAbsent',
  'takeAtKiosk',
  'returnAtKiosk',
  'touchKiosk',
];

type About = { keyTypes?: string[]; opensAt?: string; closesAt?: string };

/** A kiosk at a location with its tablet. */
export async function kioskAt(
  world: World,
  admin: Pick<Person, 'id' | 'companyId'>,
  locationId: number,
  { keyTypes = [], opensAt, closesAt }: About = {},
): Promise<TestKiosk> {
  const secret = randomBytes(32).toString('base64url');
  const [made] = await world.sql<{ id: number }>(
    `insert into kiosks (company_id, location_id, name, key_types, opens_at, closes_at, secret_hash, created_by, code_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id`,
    [
      admin.companyId,
      locationId,
      unique('Key room'),
      keyTypes,
      opensAt ?? null,
      closesAt ?? null,
      sha256(secret),
      admin.id,
    ],
  );
  const headers = { cookie: `kiosk=${secret}` };
  const own: { turn?: string } = {};
  const call: Person['call'] = async (name, input = {}) => {
    const { body } = input as { body?: object };
    const sent = OF_TURN.includes(name) && body ? { body: { ...own, ...body } } : {};
    const asked = { ...input, ...sent, headers: { ...headers, ...input.headers } };
    const answer = await world.visitor.call(name, asked as Input<typeof name>);
    const begun = (answer.body as { turn?: { id?: string } | null } | null)?.turn?.id;
    if (name === 'beginKiosk' && begun) own.turn = begun;
    return answer;
  };
  return { id: made?.id ?? 0, headers, own, call };
}

/** A kiosk of the site's location. */
export const kioskOf = (site: Site, locationId = site.here.id): Promise<TestKiosk> =>
  kioskAt(site.world, site.admin, locationId);

/** A code that makes a tablet the kiosk. */
export async function kioskCodeOf(site: Site): Promise<string> {
  const code = randomBytes(6).toString('hex').toUpperCase();
  const { id } = await kioskOf(site);
  await site.world.sql(
    "update kiosks set secret_hash = null, code_hash = $2, code_until = now() + interval '1 hour' where id = $1",
    [id, sha256(code)],
  );
  return code;
}

export type WithBadge = { id: number; name: string; badge: string };

/** A person with a badge and the number KIOSK_NUMBER; `isFirst`: one of the desk. */
export async function badgedOf(site: Site, { isFirst = false } = {}): Promise<WithBadge> {
  const id = await holderOf(site);
  const badge = unique('B');
  const [found] = await site.world.sql<{ name: string }>(
    'update holders set badge = $2 where id = $1 returning name',
    [id, badge],
  );
  await site.world.sql(
    'insert into kiosk_numbers (company_id, holder_id, number_hash, is_first, set_at) values ($1, $2, $3, $4, now())',
    [site.company.id, id, await hashed, isFirst],
  );
  return { id, name: found?.name ?? '', badge };
}

/** A kiosk with a person who entered their number, or not yet; `offered`: the set whose hook it shows. */
export async function turnOf(
  site: Site,
  {
    isOpen = true,
    isFirst = false,
    offered = null,
  }: { isOpen?: boolean; isFirst?: boolean; offered?: number | null } = {},
): Promise<TestKiosk & { person: WithBadge; turn: string }> {
  const kiosk = await kioskOf(site);
  const person = await badgedOf(site, { isFirst });
  const turn = randomUUID();
  await site.world.sql(
    `update kiosk_turns set holder_id = $2, is_open = $3, offered_id = $4, turn = $5, badge = $6, until = now() + interval '1 minute'
     where kiosk_id = $1`,
    [kiosk.id, person.id, isOpen, offered, turn, person.badge],
  );
  kiosk.own.turn = turn;
  return { ...kiosk, person, turn };
}
