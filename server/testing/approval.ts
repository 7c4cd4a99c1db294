import { hashPassword } from '../identity/password-hash.ts';
import { KIOSK_NUMBER } from './kiosk.ts';
import { type Site, unique } from './site.ts';

const hashed = hashPassword(KIOSK_NUMBER);
/** When keys of the tests' approvals are due back. */
export const APPROVED_DUE = '2120-01-01T06:00:00Z';

export type TestApprover = { id: number; holderId: number; name: string; badge: string };

/** A user of the site who may approve, with a badge and the number KIOSK_NUMBER. */
export async function approverOf({ world, company }: Site): Promise<TestApprover> {
  const badge = unique('A');
  const [user] = await world.sql<{ id: number }>(
    `insert into users (company_id, email, first_name, last_name, role, approver)
     values ($1, lower($2) || '@example.com', 'Tom', $2, 'officer', true) returning id`,
    [company.id, unique('Whitaker')],
  );
  const [holder] = await world.sql<{ id: number; name: string }>(
    'update holders set badge = $2 where user_id = $1 returning id, name',
    [user?.id, badge],
  );
  await world.sql(
    'insert into kiosk_numbers (company_id, holder_id, number_hash, set_at) values ($1, $2, $3, now())',
    [company.id, holder?.id, await hashed],
  );
  return { id: user?.id ?? 0, holderId: holder?.id ?? 0, name: holder?.name ?? '', badge };
}

type About = {
  keyBunchId?: number;
  kind?: 'issue' | 'hand_over' | 'switch_off';
  askedBy?: number;
  holderId?: number | null;
  isApproved?: boolean;
  kioskId?: number;
  locationId?: number;
};

/** A set that needs a second person. */
export async function sensitiveBunch({ world, company, here }: Site, locationId = here.id): Promise<number> {
  const { id } = await company.bunch(locationId);
  await world.sql('update key_bunches set second_person = true where id = $1', [id]);
  return id;
}

/** An approval of a set, due APPROVED_DUE; it waits unless `isApproved`. */
export async function approvalOf(site: Site, about: About = {}): Promise<number> {
  const { kind = 'issue', askedBy = site.admin.id, holderId = null, isApproved = false, kioskId } = about;
  const keyBunchId = about.keyBunchId ?? (await sensitiveBunch(site, about.locationId));
  const approver = isApproved ? await approverOf(site) : null;
  const [made] = await site.world.sql<{ id: number }>(
    `insert into approvals (company_id, kind, key_bunch_id, holder_id, holder_name, holder_user_id, due_at, asked_by, asked_by_name, kiosk_id,
       expires_at, approved, decided_by, decided_by_name, decided_at, how)
     select $1, $2, $3, h.id, case when $2 = 'switch_off' then null else coalesce(h.name, 'Owen Hartley') end, h.user_id,
       case when $2 = 'switch_off' then null else $5::timestamptz end, $6, 'Hannah Boyd', $7, now() + interval '10 minutes',
       case when $8::int is not null then true end, $8, $9, case when $8 is not null then now() end,
       case when $8 is not null then 'own_device' end
     from (select 1) one left join holders h on h.id = $4 returning id`,
    [
      site.company.id,
      kind,
      keyBunchId,
      holderId,
      APPROVED_DUE,
      askedBy,
      kioskId ?? null,
      approver?.id ?? null,
      approver?.name ?? null,
    ],
  );
  return made?.id ?? 0;
}

/** A device of a user that is notified. */
export async function pushDeviceOf(
  { world }: Site,
  userId: number,
  endpoint = pushAddress(),
): Promise<number> {
  const [made] = await world.sql<{ id: number }>(
    `insert into push_devices (company_id, user_id, endpoint) select company_id, id, $2 from users where id = $1 returning id`,
    [userId, endpoint],
  );
  return made?.id ?? 0;
}

export const pushAddress = (): string =>
  `https://push-${unique('p').toLowerCase().replaceAll(' ', '-')}.invalid/send`;
