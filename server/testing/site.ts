import { createHash, randomUUID } from 'node:crypto';
import { WEBHOOKS_MAX } from '../../shared/limits.ts';
import type { Person, TestCompany, World } from './world.ts';

/** A company with two sites. `here` is the one that limited people may see, `there` the one they may not. */
export type Site = Awaited<ReturnType<typeof makeSite>>;

export async function makeSite(world: World, company?: TestCompany) {
  const own = company ?? (await world.newCompany());
  return { world, company: own, admin: own.admin, here: await own.location(), there: await own.location() };
}

/** The id of a record that a statement makes. */
const made = async ({ world }: Site, text: string, values: unknown[]): Promise<number> =>
  (await world.sql<{ id: number }>(text, values))[0]?.id ?? 0;

/** A set at the site, as a call's path names it. */
export const bunchOf = async (site: Site, about: Record<string, unknown> = {}) => ({
  id: (await site.company.bunch(site.here.id, about)).id,
});
/** Leaves no audit open at the site. */
export const endAudits = (site: Site) =>
  site.world.sql(
    "update audit_sessions set status = 'abandoned' where location_id = $1 and status = 'in_progress'",
    [site.here.id],
  );
/** An open audit of one bunch with a separate type, so that the samples of several people do not conflict. */
export const auditOf = async (
  site: Site,
  me: Person,
  mode: 'manual' | 'nfc' = 'manual',
  about: { blind?: boolean } = {},
) => {
  const serial = randomUUID();
  const keyType = `kind_${serial}`;
  const { id } = await site.company.bunch(site.here.id, { type: 'static', nfcSerial: serial });
  await site.world.sql('update key_bunches set type = $2 where id = $1', [id, keyType]);
  await endAudits(site);
  const started = await me.call('startAudit', {
    body: { locationId: site.here.id, keyType, mode, ...about },
  });
  const session = started.status === 201 ? started.body.id : 2_000_000_000;
  return { session, bunch: id, keyType, serial };
};
/** A completed audit of everything at a location, so that a bulk move may leave it. */
export const audited = (site: Site) =>
  site.world.sql(
    `insert into audit_sessions (company_id, location_id, location_name, performed_by, status, total_expected, end_time)
     values ($1, $2, 'Site', $3, 'completed', 0, clock_timestamp())`,
    [site.company.id, site.here.id, site.admin.id],
  );
/** The issuing officer: the caller, or the site's administrator when the caller is of another company. */
export const officerOf = (site: Site, me: Person) =>
  me.companyId === site.company.id ? me.id : site.admin.id;
/** The holder record of a user. */
export const staffOf = (site: Site, userId: number): Promise<number> =>
  made(site, 'select id from holders where user_id = $1', [userId]);
/** The name of a holder. */
export const nameOfHolder = async ({ world }: Site, id: number): Promise<string> =>
  (await world.sql<{ name: string }>('select name from holders where id = $1', [id]))[0]?.name ?? '';
/** A new holder. */
export const holderOf = (site: Site): Promise<number> =>
  made(site, "insert into holders (company_id, name, kind) values ($1, $2, 'contractor') returning id", [
    site.company.id,
    unique('Owen'),
  ]);
/** Premises that a set at the site opens. */
export const premisesOf = async (site: Site, bunchId?: number): Promise<number> => {
  const bunch = bunchId ?? (await bunchOf(site)).id;
  const id = await made(
    site,
    "insert into premises (company_id, name, client) values ($1, $2, 'Pier Estates') returning id",
    [site.company.id, unique('Unit')],
  );
  await site.world.sql(
    'insert into key_bunch_premises (company_id, key_bunch_id, premises_id, place) values ($1, $2, $3, 1)',
    [site.company.id, bunch, id],
  );
  return id;
};
/** A blank code that the site's company stores. */
export const blankCodeOf = async (site: Site): Promise<string> => {
  const { body } = await site.admin.call('makeBlankCodes', { body: { count: 1 } });
  return body.codes[0] ?? '';
};
/** The code of a set's label. */
export const labelOf = async (site: Site, bunchId?: number): Promise<string> => {
  const keyBunchIds = [bunchId ?? (await bunchOf(site)).id];
  return (await site.admin.call('makeLabels', { body: { keyBunchIds } })).body.labels[0]?.code ?? '';
};
/** A finder's notice about a set. */
export const noticeOf = async (site: Site, bunchId?: number): Promise<number> => {
  const id = bunchId ?? (await bunchOf(site)).id;
  return made(
    site,
    "insert into found_notices (company_id, key_bunch_id, place, sent_id) values ($1, $2, 'secret of theirs', $3) returning id",
    [site.company.id, id, randomUUID()],
  );
};
/** An import of people by the caller, or by the site's administrator when the caller may not. */
export const importOf = async (site: Site, me: Person): Promise<number> => {
  const body = {
    kind: 'people',
    rows: [{ name: unique('Imported') }, { name: unique('Refused'), kind: 'Ghost' }],
    fileName: 'People.csv',
    sha256: 'cd'.repeat(32),
    skipRefused: true,
  };
  const made = await me.call('runImport', { body });
  return made.status === 201 ? made.body.id : (await site.admin.call('runImport', { body })).body.id;
};
/** An issued bunch, issued by the caller if permitted, else by the site's administrator. */
export const issuedBunch = async (site: Site, me?: Person) => {
  const params = await bunchOf(site);
  const body = { officerName: 'Callum Reid' };
  const issued = await me?.call('issueKeyBunch', { params, body });
  if (issued?.status !== 200) await site.admin.call('issueKeyBunch', { params, body });
  return params;
};
/** A bunch that a user of the site has. */
export const heldBunch = async (site: Site, userId: number) => {
  const params = await bunchOf(site);
  const body = { holderId: await staffOf(site, userId) };
  await site.admin.call('issueKeyBunch', { params, body });
  return params;
};
/** A device of a person, if they may have one. */
export const deviceOf = async (me: Person): Promise<string> => {
  const id = randomUUID();
  await me.call('registerDevice', { body: { id, name: 'Phone' } });
  return id;
};
/** An open question about a set at the site: what a person who sees it recorded without signal after it was issued to another; else the administrator. */
export const questionOf = async (site: Site, me: Person, locationId = site.here.id): Promise<number> => {
  const { id, currentTag } = await site.company.bunch(locationId);
  await site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Callum Reid' } });
  const entry = {
    ...{ n: 1, key: randomUUID(), kind: 'issue' as const, keyBunchId: id, doneAt: new Date().toISOString() },
    seen: { status: 'active', holderId: null, currentTag, locationId },
    body: { officerName: 'Owen Hartley' },
  };
  const send = async (person: Person) =>
    person.call('sendOutbox', { body: { device: await deviceOf(person), entries: [entry] } });
  const isVisible = (await me.call('getKeyBunch', { params: { id } })).status === 200;
  const sent = isVisible ? await send(me) : null;
  const { body } = sent?.status === 200 ? sent : await send(site.admin);
  return body.answers[0]?.question?.id ?? 0;
};
/** A set at a location that is reserved for a user's own record, by that user. Each is of another set. */
export const reservationOf = async (
  site: Site,
  userId: number,
  locationId = site.here.id,
): Promise<number> => {
  const { id } = await site.company.bunch(locationId);
  return made(
    site,
    `insert into reservations (company_id, group_id, key_bunch_id, holder_id, location_id, from_at, to_at, created_by)
     select $1, gen_random_uuid(), $2, h.id, $3, now() + interval '1 hour', now() + interval '5 hours', $4
     from holders h where h.user_id = $4 returning id`,
    [site.company.id, id, locationId, userId],
  );
};
/** A round of one set at a location. */
export const roundOf = async (site: Site, locationId = site.here.id): Promise<number> => {
  const { id } = await site.company.bunch(locationId);
  const round = await made(
    site,
    `insert into rounds (company_id, name, location_id, from_time, until_time) values ($1, $2, $3, '06:00', '12:00') returning id`,
    [site.company.id, unique('Round'), locationId],
  );
  await site.world.sql(
    'insert into round_sets (company_id, round_id, key_bunch_id, place) values ($1, $2, $3, 1)',
    [site.company.id, round, id],
  );
  return round;
};
/** Cancels the open handover of a location. */
export const endRoomHandover = async ({ admin }: Site, locationId: number): Promise<void> => {
  const { body } = await admin.call('listRoomHandovers', { query: { locationId, state: 'open' } });
  for (const { id } of body) await admin.call('cancelRoomHandover', { params: { id }, body: {} });
};
/** An open handover of a location, begun by the administrator. */
export const roomHandoverOf = async (site: Site, locationId = site.here.id): Promise<number> => {
  await endRoomHandover(site, locationId);
  return (await site.admin.call('beginRoomHandover', { body: { locationId } })).body.id;
};
/** The number of a set's last batch. */
export const batchOf = async (site: Site, { id }: { id: number }): Promise<string> => {
  const [row] = await site.world.sql<{ batch: string }>(
    'select batch_id as batch from movement_history where key_bunch_id = $1 order by seq desc limit 1',
    [id],
  );
  return row?.batch ?? randomUUID();
};
/** A setting, as a call's path names it. */
export const settingOf = async (site: Site) => {
  const body = { name: unique('type'), displayName: 'Vault' };
  const params = { category: 'actions' as const };
  const { id } = (await site.admin.call('createSetting', { params, body })).body;
  return { ...params, id };
};
/** The body for a new API token of the site. */
export const tokenBody = (site: Site) => ({
  name: unique('Patrol'),
  permissions: ['key:view'],
  allowedLocationIds: [site.here.id],
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
});
/** The body for a webhook whose address never resolves. */
export const webhookBody = () => ({
  url: `https://hooks-${randomUUID()}.invalid/keys`,
  description: 'The patrol system',
  events: ['key_set.overdue'],
});
/** A webhook of the site's company; replaces its oldest one at the limit. */
export const webhookOf = async (site: Site): Promise<number> => {
  const { body: own } = await site.admin.call('listWebhooks');
  const oldest = own.length >= WEBHOOKS_MAX ? own.map(({ id }) => id).sort((a, b) => a - b)[0] : undefined;
  if (oldest !== undefined) await site.admin.call('deleteWebhook', { params: { id: oldest } });
  const { status, body } = await site.admin.call('createWebhook', { body: webhookBody() });
  if (status !== 201) throw new Error(`No webhook was made: ${JSON.stringify(body)}`);
  return body.id;
};
/** A test event that is being delivered. */
export const deliveryOf = async (site: Site): Promise<number> => {
  const id = await webhookOf(site);
  await site.admin.call('testWebhook', { params: { id }, body: {} });
  return (await site.admin.call('listDeliveries', { params: { id } })).body[0]?.id ?? 0;
};
/** An event that failed and holds up others. */
export const heldUpOf = async (site: Site): Promise<number> =>
  made(
    site,
    `with event as (insert into webhook_events (company_id, type, data) values ($1, 'webhook.test', '{}') returning id)
     insert into webhook_deliveries (company_id, webhook_id, event_id, tries) select $1, $2, id, 1 from event returning id`,
    [site.company.id, await webhookOf(site)],
  );
/** An API token of the site, with its secret. */
export const tokenOf = async (site: Site) =>
  (await site.admin.call('createToken', { body: tokenBody(site) })).body;
/** A resting token of the caller. */
export const restingTokenOf = (site: Site, me: Person): Promise<number> =>
  made(
    site,
    `insert into api_tokens (company_id, name, token_hash, ending, permissions, created_by, expires_at, resting_since, resting_because)
     values ($1, 'Resting', encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 'abcd', '{key:view}', $2, now() + interval '1 day', now(), 'password')
     returning id`,
    [site.company.id, me.companyId === site.company.id ? me.id : site.admin.id],
  );
/** The token of a new one-time link, stored as the server stores it. */
export const linkOf = async (site: Site) => {
  const token = randomUUID();
  const { id } = await site.company.as('viewer');
  await site.world.sql(
    "insert into one_time_tokens (token_hash, user_id, purpose, expires_at) values ($1, $2, 'reset', now() + interval '1 hour')",
    [createHash('sha256').update(token).digest('hex'), id],
  );
  return token;
};
/** Another session of the caller, as from a sign-in on another device. */
export const sessionOf = (site: Site, me: Person): Promise<number> =>
  made(
    site,
    "insert into sessions (sid, user_id, expire) values ($1, $2, clock_timestamp() + interval '1 hour') returning id",
    [randomUUID(), me.id || site.admin.id],
  );
/** A unique name. */
export const unique = (word: string) => `${word} ${randomUUID().slice(0, 8)}`;
