import { createHash, randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { api, type CallName } from '../../shared/api.ts';
import { SetupForm } from '../../shared/company.ts';
import type { Role } from '../../shared/permissions.ts';
import { codeOf, putApp, putHalfSignIn, putPasskey } from './factors.ts';
import { makePasskey } from './passkey.ts';
import { DOT } from './photos.ts';
import { type Input, PASSWORD, type Person, type TestCompany, type World } from './world.ts';

/** A company with two sites. `here` is the site that limited people may see, `there` the one they may not. */
export type Site = Awaited<ReturnType<typeof makeSite>>;

export async function makeSite(world: World, company?: TestCompany) {
  const own = company ?? (await world.newCompany());
  return { world, company: own, admin: own.admin, here: await own.location(), there: await own.location() };
}

export type RecordKind =
  | 'holder'
  | 'premises'
  | 'location'
  | 'bunch'
  | 'user'
  | 'movement'
  | 'audit'
  | 'setting'
  | 'token'
  | 'webhook'
  | 'delivery'
  | 'import'
  | 'notice'
  | 'passkey'
  | 'session';

/** Who may make a call: everybody, whoever has a session, any company member, or these roles by their defaults. */
export type Access = 'anyone' | 'session' | 'member' | readonly Role[];

export type Sample<N extends CallName> = {
  /** specification.md, table a, said again in other words so that a slip in the contract is seen. */
  access: Access;
  /** Valid input with EVERY declared field, on records made for this one use. `me` is who will send it. */
  input(site: Site, me: Person): Promise<Input<N>> | Input<N>;
  /** What it answers in a world without mail, when that is a refusal. */
  withoutMail?: number;
  /** What the id in the path names. */
  id?: RecordKind;
  /** The fields of the body or the query that name a record. */
  names?: Record<string, RecordKind>;
};

const everyone = ['super_admin', 'admin', 'officer', 'viewer'] as const;
const managers = ['super_admin', 'admin'] as const;
const staff = ['super_admin', 'admin', 'officer'] as const;
const owner = ['super_admin'] as const;

const bunchOf = async (site: Site, about: Record<string, unknown> = {}) => ({
  id: (await site.company.bunch(site.here.id, about)).id,
});
const endAudits = (site: Site) =>
  site.world.sql(
    "update audit_sessions set status = 'abandoned' where location_id = $1 and status = 'in_progress'",
    [site.here.id],
  );
/** An open audit of one bunch, which has a type of its own, so that many people's samples do not stand in each other's way. */
const auditOf = async (site: Site, me: Person, mode: 'manual' | 'nfc' = 'manual') => {
  const serial = randomUUID();
  const keyType = `kind_${serial}`;
  const { id } = await site.company.bunch(site.here.id, { type: 'static', nfcSerial: serial });
  await site.world.sql('update key_bunches set type = $2 where id = $1', [id, keyType]);
  await endAudits(site);
  const started = await me.call('startAudit', { body: { locationId: site.here.id, keyType, mode } });
  const session = started.status === 201 ? started.body.id : 2_000_000_000;
  return { session, bunch: id, keyType, serial };
};
/** A completed audit of everything at a location, so that a bulk move may leave it. */
const audited = (site: Site) =>
  site.world.sql(
    `insert into audit_sessions (company_id, location_id, location_name, performed_by, status, total_expected, end_time)
     values ($1, $2, 'Site', $3, 'completed', 0, clock_timestamp())`,
    [site.company.id, site.here.id, site.admin.id],
  );
const officerOf = (site: Site, me: Person) => (me.companyId === site.company.id ? me.id : site.admin.id);
/** The holder that a user is. */
const staffOf = async (site: Site, userId: number): Promise<number> => {
  const [row] = await site.world.sql<{ id: number }>('select id from holders where user_id = $1', [userId]);
  return row?.id ?? 0;
};
/** Somebody who may take keys. */
const holderOf = async (site: Site): Promise<number> => {
  const [row] = await site.world.sql<{ id: number }>(
    "insert into holders (company_id, name, kind) values ($1, $2, 'contractor') returning id",
    [site.company.id, unique('Owen')],
  );
  return row?.id ?? 0;
};
const premisesBody = () => ({
  name: unique('Unit'),
  address: '12 High Street',
  postcode: 'N1 1AA',
  client: 'Pier Estates',
  reference: 'PE-4',
  notes: 'Ring first',
});
/** Premises that a set opens, which stands at the site. */
export const premisesOf = async (site: Site, bunchId?: number): Promise<number> => {
  const bunch = bunchId ?? (await bunchOf(site)).id;
  const [row] = await site.world.sql<{ id: number }>(
    "insert into premises (company_id, name, client) values ($1, $2, 'Pier Estates') returning id",
    [site.company.id, unique('Unit')],
  );
  await site.world.sql(
    'insert into key_bunch_premises (company_id, key_bunch_id, premises_id, place) values ($1, $2, $3, 1)',
    [site.company.id, bunch, row?.id],
  );
  return row?.id ?? 0;
};
/** A blank code, kept for the company of a site. */
export const blankCodeOf = async (site: Site): Promise<string> => {
  const { body } = await site.admin.call('makeBlankCodes', { body: { count: 1 } });
  return body.codes[0] ?? '';
};
/** The code of a set's label. */
export const labelOf = async (site: Site, bunchId?: number): Promise<string> => {
  const keyBunchIds = [bunchId ?? (await bunchOf(site)).id];
  return (await site.admin.call('makeLabels', { body: { keyBunchIds } })).body.labels[0]?.code ?? '';
};
const foundBody = () => ({ place: 'By the bins', reach: '020 7946 0000', sent: randomUUID() });
/** What a finder wrote of a set. */
export const noticeOf = async (site: Site, bunchId?: number): Promise<number> => {
  const id = bunchId ?? (await bunchOf(site)).id;
  const [row] = await site.world.sql<{ id: number }>(
    "insert into found_notices (company_id, key_bunch_id, place, sent_id) values ($1, $2, 'secret of theirs', $3) returning id",
    [site.company.id, id, randomUUID()],
  );
  return row?.id ?? 0;
};
const holderBody = () => ({
  name: unique('Ana'),
  kind: 'client',
  organisation: 'Ruiz Lifts',
  phone: '020 7946 0000',
  email: 'ana@example.com',
  badge: randomUUID(),
  maxSets: 3,
  validUntil: '2119-12-31',
  notes: 'Mornings',
  sendReminders: true,
});
const importedPeople = (site: Site) => ({
  kind: 'people',
  rows: [{ row: 2, name: unique('Imported'), kind: 'Client' }],
  locations: { Here: site.here.id },
  types: { Nights: 'night_shift' },
});
/** People that somebody brought in, or the site's administrator where that somebody may not. */
export const importOf = async (site: Site, me: Person): Promise<number> => {
  const body = {
    kind: 'people',
    rows: [{ name: unique('Imported') }],
    fileName: 'People.csv',
    sha256: 'cd'.repeat(32),
  };
  const made = await me.call('runImport', { body });
  return made.status === 201 ? made.body.id : (await site.admin.call('runImport', { body })).body.id;
};
/** A bunch that is out, handed out by whoever may be. */
const issuedBunch = async (site: Site, me?: Person) => {
  const params = await bunchOf(site);
  const body = { officerName: 'Callum Reid' };
  const issued = await me?.call('issueKeyBunch', { params, body });
  if (issued?.status !== 200) await site.admin.call('issueKeyBunch', { params, body });
  return params;
};
/** The number of the batch that was done last with a set. */
const batchOf = async (site: Site, { id }: { id: number }): Promise<string> => {
  const [row] = await site.world.sql<{ batch: string }>(
    'select batch_id as batch from movement_history where key_bunch_id = $1 order by seq desc limit 1',
    [id],
  );
  return row?.batch ?? randomUUID();
};
const settingOf = async (site: Site) => {
  const body = { name: unique('type'), displayName: 'Vault' };
  const params = { category: 'actions' as const };
  const { id } = (await site.admin.call('createSetting', { params, body })).body;
  return { ...params, id };
};
const settingBody = () => ({
  name: unique('kind'),
  displayName: 'Safe',
  description: 'In the strong room',
  color: '#8b5cf6',
  isActive: false,
  due: null,
});
const tokenBody = (site: Site) => ({
  name: unique('Patrol'),
  permissions: ['key:view'],
  allowedLocationIds: [site.here.id],
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
});
/** To nowhere: its name has no entry, whoever is asked. */
const webhookBody = () => ({
  url: `https://hooks-${randomUUID()}.invalid/keys`,
  description: 'The patrol system',
  events: ['key_set.overdue'],
});
const webhookOf = async (site: Site) =>
  (await site.admin.call('createWebhook', { body: webhookBody() })).body.id;
/** A test that is on its way. */
const deliveryOf = async (site: Site): Promise<number> => {
  const id = await webhookOf(site);
  await site.admin.call('testWebhook', { params: { id }, body: {} });
  return (await site.admin.call('listDeliveries', { params: { id } })).body[0]?.id ?? 0;
};
/** An event that did not arrive, and holds up others. */
const heldUpOf = async (site: Site): Promise<number> => {
  const [row] = await site.world.sql<{ id: number }>(
    `with event as (insert into webhook_events (company_id, type, data) values ($1, 'webhook.test', '{}') returning id)
     insert into webhook_deliveries (company_id, webhook_id, event_id, tries) select $1, $2, id, 1 from event returning id`,
    [site.company.id, await webhookOf(site)],
  );
  return row?.id ?? 0;
};
const tokenOf = async (site: Site) => (await site.admin.call('createToken', { body: tokenBody(site) })).body;
/** The token of a fresh one-time link, kept as the server keeps it. */
const linkOf = async (site: Site) => {
  const token = randomUUID();
  const { id } = await site.company.as('viewer');
  await site.world.sql(
    "insert into one_time_tokens (token_hash, user_id, purpose, expires_at) values ($1, $2, 'reset', now() + interval '1 hour')",
    [createHash('sha256').update(token).digest('hex'), id],
  );
  return token;
};
/** What somebody says to confirm who they are: the password is looked at first. */
const confirmation = async (site: Site, me: Person) => {
  const { code, recoveryCode } = await putApp(site.world, me.id);
  return { currentPassword: PASSWORD, code, recoveryCode, passkey: { id: 'none' } };
};
/** Another session of whoever calls, as a sign-in elsewhere makes one. */
const sessionOf = async (site: Site, me: Person): Promise<number> => {
  const [row] = await site.world.sql<{ id: number }>(
    "insert into sessions (sid, user_id, expire) values ($1, $2, clock_timestamp() + interval '1 hour') returning id",
    [randomUUID(), me.id || site.admin.id],
  );
  return row?.id ?? 0;
};
const unique = (word: string) => `${word} ${randomUUID().slice(0, 8)}`;

const activity = { from: '2020-01-01', to: '2120-01-01T00:00:00+01:00', kind: 'keys', userId: 1 };

const history = {
  action: 'all',
  from: '2020-01-01T00:00:00Z',
  to: '2120-01-01T00:00:00+01:00',
  search: 'e',
  holderId: 1,
  premisesId: 1,
};
const bunches = {
  q: 'e',
  nfcSerial: '04:AA',
  type: 'static',
  status: 'active',
  outHours: 12,
  notSeenDays: 30,
  holderId: 1,
  premisesId: 1,
  due: 'today',
  short: 'true',
  sort: '-type',
  limit: 10,
};
const cursor = Buffer.from(JSON.stringify(['static', 'A-1', 1])).toString('base64url');

/** One valid input of every call. A call of the contract without one does not compile. */
export const samples: { [N in CallName]: Sample<N> } = {
  getLive: { access: 'member', input: () => ({ query: { after: '' } }) },
  getMe: { access: 'session', input: () => ({}) },
  getDemoHint: { access: 'anyone', input: () => ({}) },
  logIn: {
    access: 'anyone',
    input: async (site) => {
      const { email } = await site.company.as('viewer');
      return { body: { email, password: PASSWORD, remember: true } };
    },
  },
  logOut: { access: 'anyone', input: () => ({ body: {} }) },
  forgotPassword: { access: 'anyone', input: () => ({ body: { email: `${randomUUID()}@example.com` } }) },
  checkLink: { access: 'anyone', input: async (site) => ({ body: { token: await linkOf(site) } }) },
  resetPassword: {
    access: 'anyone',
    input: async (site) => ({ body: { token: await linkOf(site), password: 'another horse' } }),
  },
  changePassword: {
    access: 'session',
    input: () => ({ body: { currentPassword: PASSWORD, newPassword: PASSWORD } }),
  },

  getConfirmation: { access: 'session', input: () => ({}) },
  confirmIdentity: { access: 'session', input: () => ({ body: { password: PASSWORD } }) },
  listSessions: { access: 'member', input: () => ({}) },
  endSession: {
    access: 'member',
    id: 'session',
    input: async (site, me) => ({ params: { id: await sessionOf(site, me) } }),
  },
  endOtherSessions: { access: 'member', input: () => ({}) },

  setUpCompany: {
    access: 'anyone',
    input: () => ({
      body: {
        name: unique('Firm'),
        slug: unique('firm'),
        planType: 'professional',
        settings: { description: 'Keys of others' },
        timezone: 'Europe/London',
        email: `${randomUUID()}@example.com`,
        firstName: 'Ines',
        lastName: 'Moreau',
        password: PASSWORD,
      },
    }),
  },
  getCompany: { access: 'session', input: () => ({}) },

  updateCompany: {
    access: owner,
    input: () => ({
      body: {
        name: unique('Firm'),
        description: 'Keys of others',
        timezone: 'Europe/London',
        finderLine: 'Please call 0161 496 0000',
        finderShowsName: true,
        receiptTerms: 'Look after them',
        adminEmail: `${randomUUID()}@example.com`,
      },
    }),
  },
  exportEverything: { access: owner, input: () => ({}) },
  getHistoryCheck: { access: owner, input: () => ({}) },
  verifyHistory: { access: owner, input: () => ({ body: {} }) },
  getAnchor: { access: owner, input: () => ({}) },
  exportAnchors: { access: owner, input: () => ({}) },
  anchorHistory: { access: 'member', input: () => ({ body: {} }) },

  listLocations: { access: everyone, input: () => ({}) },
  createLocation: {
    access: managers,
    input: () => ({ body: { name: unique('Site'), type: 'van', description: 'Blue', status: 'limited' } }),
  },
  updateLocation: {
    access: managers,
    id: 'location',
    input: async (site) => ({
      params: { id: (await site.company.location()).id },
      body: { name: unique('Site'), type: 'van', description: 'Red', status: 'limited' },
    }),
  },
  getLocationReport: {
    access: ['super_admin', 'admin', 'viewer'],
    id: 'location',
    input: (site) => ({
      params: { id: site.here.id },
      query: { limit: 10, cursor: Buffer.from('[3,"infinity","A",1]').toString('base64url') },
    }),
  },
  exportLocationReport: {
    access: ['super_admin', 'admin', 'viewer'],
    id: 'location',
    input: (site) => ({ params: { id: site.here.id }, query: { tz: 'Europe/London' } }),
  },
  deleteLocation: {
    access: owner,
    id: 'location',
    input: async (site) => ({ params: { id: (await site.company.location()).id } }),
  },

  listKeyBunches: {
    access: everyone,
    input: (site) => ({ query: { ...bunches, cursor, locationId: site.here.id } }),
    names: { locationId: 'location', holderId: 'holder', premisesId: 'premises' },
  },
  listAllKeyBunches: {
    access: everyone,
    input: (site) => ({ query: { ...bunches, cursor, locationId: site.here.id } }),
    names: { locationId: 'location', holderId: 'holder', premisesId: 'premises' },
  },
  checkKeyBunch: {
    access: staff,
    input: async (site) => ({
      query: {
        identifier: 'A-1',
        tag: '12',
        position: 'A 12',
        locationId: site.here.id,
        except: (await bunchOf(site)).id,
      },
    }),
    names: { except: 'bunch', locationId: 'location' },
  },
  getKeyBunch: {
    access: everyone,
    id: 'bunch',
    input: async (site) => ({ params: await bunchOf(site) }),
  },
  createKeyBunch: {
    access: managers,
    input: async (site) => ({
      body: {
        identifier: unique('SET'),
        labelCode: await blankCodeOf(site),
        type: 'static',
        currentTag: '1001',
        locationId: site.here.id,
        status: 'inactive',
        keyCount: 3,
        fobCount: 1,
        keyDescription: 'Front',
        description: 'Front',
        notes: 'Spare',
        nfcSerial: randomUUID(),
        position: 'A 12',
        premisesIds: [],
      },
    }),
    names: { locationId: 'location' },
  },
  updateKeyBunch: {
    access: staff,
    id: 'bunch',
    input: async (site, me) => {
      const { bunch, session, keyType } = await auditOf(site, me);
      const body = {
        auditSessionId: session,
        labelCode: await blankCodeOf(site),
        identifier: unique('SET'),
        type: keyType,
        currentTag: '1002',
        locationId: site.here.id,
        status: 'inactive',
        keyCount: 4,
        fobCount: 2,
        keyDescription: 'Back',
        description: 'Back',
        notes: 'Old',
        nfcSerial: randomUUID(),
        imageUrl: DOT,
        position: 'B 3',
        premisesIds: [await premisesOf(site, bunch)],
        reason: 'Seal damaged',
        movementNotes: 'Checked at the desk',
      };
      return { params: { id: bunch }, body };
    },
    names: { locationId: 'location', auditSessionId: 'audit' },
  },
  getPhoto: {
    access: everyone,
    id: 'bunch',
    input: async (site) => {
      const params = await bunchOf(site);
      const { body } = await site.admin.call('updateKeyBunch', { params, body: { imageUrl: DOT } });
      return { params, query: { v: body.imageUrl?.split('v=')[1] ?? '' } };
    },
  },
  deleteKeyBunch: {
    access: owner,
    id: 'bunch',
    input: async (site) => ({ params: await bunchOf(site), body: { reason: 'Contract ended' } }),
  },
  moveKeyBunch: {
    access: managers,
    id: 'bunch',
    input: async (site) => {
      const params = await bunchOf(site, { type: 'static' });
      await audited(site);
      return {
        params,
        body: {
          fromLocationId: site.here.id,
          fromBunchType: 'static',
          toLocationId: site.there.id,
          toBunchType: 'lock_ups',
          notes: 'New round',
        },
      };
    },
    names: { fromLocationId: 'location', toLocationId: 'location' },
  },
  getBulkMove: {
    access: managers,
    input: (site) => ({
      query: { fromLocationId: site.here.id, toLocationId: site.there.id, fromBunchType: 'static' },
    }),
    names: { fromLocationId: 'location', toLocationId: 'location' },
  },
  bulkMove: {
    access: managers,
    input: async (site) => {
      for (let n = 0; n < 2; n += 1) await bunchOf(site, { type: 'static' });
      await audited(site);
      const query = { fromLocationId: site.here.id, fromBunchType: 'static' };
      const plan = await site.admin.call('getBulkMove', { query });
      return {
        body: {
          ...query,
          toLocationId: (await site.company.location()).id,
          notes: 'New round',
          keyBunchIds: plan.body.bunches.map((bunch) => bunch.id),
          accepted: ['to_limited', 'to_audited'],
        },
      };
    },
    names: { fromLocationId: 'location', toLocationId: 'location' },
  },
  linkNfc: {
    access: staff,
    id: 'bunch',
    input: async (site) => ({ params: await bunchOf(site), body: { nfcSerial: randomUUID() } }),
  },
  unlinkNfc: {
    access: staff,
    id: 'bunch',
    input: async (site) => ({ params: await bunchOf(site, { nfcSerial: randomUUID() }) }),
  },
  issueKeyBunch: {
    access: staff,
    id: 'bunch',
    input: async (site, me) => ({
      params: await bunchOf(site),
      body: {
        officerName: 'Callum Reid',
        officerUserId: officerOf(site, me),
        holderId: await staffOf(site, officerOf(site, me)),
        dueAt: '2120-01-01T06:00:00Z',
        purpose: 'Alarm',
        newTag: '77',
        notes: 'Side door',
      },
    }),
    names: { officerUserId: 'user', holderId: 'holder' },
  },
  returnKeyBunch: {
    access: staff,
    id: 'bunch',
    input: async (site) => {
      const params = await bunchOf(site);
      await site.admin.call('issueKeyBunch', { params, body: { officerName: 'Callum Reid' } });
      return {
        params,
        body: {
          officerName: 'Callum Reid',
          newTag: '78',
          notes: 'Fine',
          keysCounted: 1,
          fobsCounted: 0,
          missingNote: 'Nothing',
        },
      };
    },
  },
  handOver: {
    access: staff,
    id: 'bunch',
    input: async (site) => ({
      params: await issuedBunch(site),
      body: { holderId: await holderOf(site), dueAt: '2120-01-01T06:00:00Z', notes: 'At the gate' },
    }),
    names: { holderId: 'holder' },
  },
  changeDue: {
    access: staff,
    id: 'bunch',
    input: async (site) => ({
      params: await issuedBunch(site),
      body: { dueAt: '2120-01-01T06:00:00Z', reason: 'The lift is late' },
    }),
  },
  undoCustody: {
    access: staff,
    id: 'bunch',
    input: async (site, me) => ({ params: await issuedBunch(site, me), body: {} }),
  },
  settleShort: {
    access: staff,
    id: 'bunch',
    input: async (site) => {
      const params = await bunchOf(site, { keyCount: 3 });
      await site.world.sql('update key_bunches set keys_present = 2 where id = $1', [params.id]);
      return { params, body: { outcome: 'complete' as const, reason: 'It was in the van' } };
    },
  },
  issueBatch: {
    access: staff,
    input: async (site) => ({
      body: {
        holderId: await holderOf(site),
        officerName: 'Owen Hartley',
        purpose: 'Lock-up',
        dueAt: '2120-01-01T06:00:00Z',
        notes: 'Side door',
        signature: { signer: 'Owen Hartley', path: 'M0 0L10 10' },
        items: [{ keyBunchId: (await bunchOf(site)).id }],
      },
    }),
    names: { holderId: 'holder' },
  },
  returnBatch: {
    access: staff,
    input: async (site) => ({
      body: {
        returnedBy: await holderOf(site),
        notes: 'Fine',
        signature: { signer: 'Owen Hartley', path: 'M0 0L10 10' },
        items: [
          {
            keyBunchId: (await issuedBunch(site)).id,
            newTag: '79',
            keysCounted: 1,
            fobsCounted: 0,
            missingNote: 'Nothing',
            toLocationId: null,
          },
        ],
      },
    }),
    names: { returnedBy: 'holder' },
  },
  undoBatch: {
    access: staff,
    input: async (site, me) => ({ body: { batchId: await batchOf(site, await issuedBunch(site, me)) } }),
  },
  listHolders: {
    access: staff,
    input: () => ({
      query: {
        q: 'e',
        kind: 'contractor',
        active: 'true',
        holding: 'any',
        limit: 10,
        cursor: Buffer.from(JSON.stringify(['Ana', 1])).toString('base64url'),
      },
    }),
  },
  createHolder: { access: staff, input: () => ({ body: holderBody() }) },
  getHolder: {
    access: staff,
    id: 'holder',
    input: async (site) => ({ params: { id: await holderOf(site) } }),
  },
  updateHolder: {
    access: owner,
    id: 'holder',
    input: async (site) => ({
      params: { id: await holderOf(site) },
      body: { ...holderBody(), isActive: false },
    }),
  },

  listPremises: {
    access: everyone,
    input: () => ({
      query: {
        q: 'e',
        client: 'Pier Estates',
        sort: 'client',
        limit: 10,
        cursor: Buffer.from(JSON.stringify([1, 'Pier Estates', 'Unit 4', 1])).toString('base64url'),
      },
    }),
  },
  listClients: { access: everyone, input: () => ({ query: { q: 'e' } }) },
  createPremises: { access: managers, input: () => ({ body: premisesBody() }) },
  getPremises: {
    access: everyone,
    id: 'premises',
    input: async (site) => ({ params: { id: await premisesOf(site) } }),
  },
  updatePremises: {
    access: staff,
    id: 'premises',
    input: async (site) => ({
      params: { id: await premisesOf(site) },
      body: { ...premisesBody(), isActive: false },
    }),
  },

  makeLabels: {
    access: staff,
    input: async (site) => ({ body: { keyBunchIds: [(await bunchOf(site)).id] } }),
  },
  makeBlankCodes: { access: staff, input: () => ({ body: { count: 2 } }) },
  linkLabel: {
    access: staff,
    id: 'bunch',
    input: async (site) => ({ params: await bunchOf(site), body: { code: await blankCodeOf(site) } }),
  },
  renewLabel: {
    access: staff,
    id: 'bunch',
    input: async (site) => ({ params: await bunchOf(site), body: {} }),
  },
  getFinder: { access: 'anyone', input: async (site) => ({ params: { code: await labelOf(site) } }) },
  reportFound: {
    access: 'anyone',
    input: async (site) => ({ params: { code: await labelOf(site) }, body: foundBody() }),
  },
  listFoundNotices: {
    access: staff,
    input: async (site) => ({ query: { keyBunchId: (await bunchOf(site)).id } }),
    names: { keyBunchId: 'bunch' },
  },
  closeFoundNotice: {
    access: staff,
    id: 'notice',
    input: async (site) => ({ params: { id: await noticeOf(site) }, body: {} }),
  },
  lookUp: { access: everyone, input: () => ({ query: { code: '448001' } }) },
  getNextTag: {
    access: staff,
    input: (site) => ({ query: { locationId: site.here.id } }),
    names: { locationId: 'location' },
  },
  listOut: {
    access: everyone,
    input: (site) => ({
      query: {
        tab: 'overdue',
        by: 'due',
        q: 'e',
        locationId: site.here.id,
        type: 'static',
        limit: 10,
        cursor: Buffer.from(JSON.stringify(['infinity', 'A-1', 1])).toString('base64url'),
      },
    }),
    names: { locationId: 'location' },
  },
  exportOut: {
    access: everyone,
    input: (site) => ({
      query: { tab: 'overdue', by: 'due', q: 'e', locationId: site.here.id, type: 'static' },
    }),
    names: { locationId: 'location' },
  },
  getReceipt: {
    access: everyone,
    input: async (site, me) => ({ params: { batchId: await batchOf(site, await issuedBunch(site, me)) } }),
  },

  mailReceipt: {
    access: staff,
    withoutMail: 409,
    input: async (site, me) => ({
      params: { batchId: await batchOf(site, await issuedBunch(site, me)) },
      body: {},
    }),
  },

  getReminderWish: { access: everyone, input: () => ({}) },
  saveReminderWish: { access: everyone, input: () => ({ body: { wish: 'daily' as const, time: '08:00' } }) },
  getBackupHealth: { access: owner, input: () => ({}) },
  getReminderHealth: { access: owner, input: () => ({}) },
  stopReminders: {
    access: 'anyone',
    input: async (site) => {
      const token = randomUUID();
      await site.world.sql(
        'insert into unsubscribe_tokens (token_hash, company_id, holder_id) values ($1, $2, $3)',
        [createHash('sha256').update(token).digest('hex'), site.company.id, await holderOf(site)],
      );
      return { body: { token } };
    },
  },

  getKeyBunchHistory: {
    access: everyone,
    id: 'bunch',
    input: async (site) => ({
      params: await bunchOf(site),
      query: { ...history, limit: 5, offset: 0, before: 9, keyBunchId: 1, locationId: site.here.id },
    }),
    names: { locationId: 'location', before: 'movement', holderId: 'holder', premisesId: 'premises' },
  },
  listOfficers: { access: staff, input: () => ({}) },

  listMovements: {
    access: everyone,
    input: (site) => ({
      query: { ...history, limit: 5, offset: 0, before: 9, keyBunchId: 1, locationId: site.here.id },
    }),
    names: {
      locationId: 'location',
      keyBunchId: 'bunch',
      before: 'movement',
      holderId: 'holder',
      premisesId: 'premises',
    },
  },
  exportMovements: {
    access: everyone,
    input: (site) => ({
      query: { ...history, keyBunchId: 1, locationId: site.here.id, tz: 'Europe/London' },
    }),
    names: { locationId: 'location', keyBunchId: 'bunch', holderId: 'holder', premisesId: 'premises' },
  },
  listAuditLogs: {
    access: everyone,
    input: async (site) => ({ query: { keyBunchId: (await bunchOf(site)).id } }),
    names: { keyBunchId: 'bunch' },
  },

  listAudits: {
    access: everyone,
    input: (site) => ({ query: { locationId: site.here.id, status: 'in_progress' } }),
    names: { locationId: 'location' },
  },
  getAuditScope: {
    access: staff,
    id: 'location',
    input: (site) => ({ params: { id: site.here.id }, query: { keyType: 'static' } }),
  },
  listAuditedLocations: { access: everyone, input: () => ({}) },
  getAudit: {
    access: everyone,
    id: 'audit',
    input: async (site) => ({ params: { id: (await auditOf(site, site.admin)).session } }),
  },
  getAuditTicks: {
    access: everyone,
    id: 'audit',
    input: async (site) => ({
      params: { id: (await auditOf(site, site.admin)).session },
      query: { after: '0' },
    }),
  },
  getVerification: {
    access: everyone,
    id: 'location',
    input: (site) => ({ params: { id: site.here.id }, query: { keyType: 'static' } }),
  },
  startAudit: {
    access: staff,
    input: async (site) => {
      await bunchOf(site, { type: 'static' });
      await endAudits(site);
      return { body: { locationId: site.here.id, keyType: 'static', mode: 'nfc', notes: 'Monthly' } };
    },
    names: { locationId: 'location' },
  },
  scanAudit: {
    access: staff,
    input: async (site, me) => {
      const { session, serial } = await auditOf(site, me, 'nfc');
      return { body: { auditSessionId: session, nfcSerial: serial, typed: false } };
    },
    names: { auditSessionId: 'audit' },
  },
  tickAudit: {
    access: staff,
    id: 'audit',
    input: async (site, me) => {
      const { session, bunch } = await auditOf(site, me);
      return { params: { id: session }, body: { keyBunchId: bunch, seen: true } };
    },
  },
  completeAudit: {
    access: staff,
    id: 'audit',
    input: async (site, me) => {
      const { session, bunch } = await auditOf(site, me);
      const body = { notes: 'Done', missingBunches: [bunch], revision: 0, allMissing: true };
      return { params: { id: session }, body };
    },
  },
  cancelAudit: {
    access: staff,
    id: 'audit',
    input: async (site, me) => ({ params: { id: (await auditOf(site, me)).session }, body: {} }),
  },

  checkImport: { access: staff, input: (site) => ({ body: importedPeople(site) }) },
  runImport: {
    access: staff,
    input: (site) => ({
      body: {
        ...importedPeople(site),
        fileName: 'Key register.xlsx',
        sha256: 'ab'.repeat(32),
        skipRefused: true,
        progress: randomUUID(),
      },
    }),
  },
  getImportProgress: { access: staff, input: () => ({ query: { progress: randomUUID() } }) },
  undoImport: {
    access: staff,
    id: 'import',
    input: async (site, me) => ({ params: { id: await importOf(site, me) }, body: {} }),
  },

  getDashboard: { access: everyone, input: () => ({}) },
  getDashboardStats: { access: everyone, input: () => ({}) },
  getSettings: { access: 'member', input: () => ({}) },
  createSetting: {
    access: owner,
    input: () => ({ params: { category: 'actions' }, body: settingBody() }),
  },
  updateSetting: {
    access: owner,
    id: 'setting',
    input: async (site) => ({ params: await settingOf(site), body: settingBody() }),
  },
  deleteSetting: {
    access: owner,
    id: 'setting',
    input: async (site) => ({ params: await settingOf(site) }),
  },
  listActivity: {
    access: owner,
    input: () => ({ query: { ...activity, limit: 5, before: 9 } }),
    names: { userId: 'user' },
  },
  exportActivity: {
    access: owner,
    input: () => ({ query: { ...activity, tz: 'Europe/London' } }),
    names: { userId: 'user' },
  },
  listTokens: { access: owner, input: () => ({}) },
  createToken: {
    access: owner,
    input: (site) => ({ body: tokenBody(site) }),
  },
  revokeToken: {
    access: owner,
    id: 'token',
    input: async (site) => ({ params: { id: (await tokenOf(site)).id } }),
  },
  listWebhooks: { access: owner, input: () => ({}) },
  createWebhook: { access: owner, input: () => ({ body: webhookBody() }) },
  updateWebhook: {
    access: owner,
    id: 'webhook',
    input: async (site) => ({
      params: { id: await webhookOf(site) },
      body: { ...webhookBody(), isActive: false },
    }),
  },
  deleteWebhook: {
    access: owner,
    id: 'webhook',
    input: async (site) => ({ params: { id: await webhookOf(site) } }),
  },
  renewWebhookSecret: {
    access: owner,
    id: 'webhook',
    input: async (site) => ({ params: { id: await webhookOf(site) }, body: {} }),
  },
  testWebhook: {
    access: owner,
    id: 'webhook',
    input: async (site) => ({ params: { id: await webhookOf(site) }, body: {} }),
  },
  listDeliveries: {
    access: owner,
    id: 'webhook',
    input: async (site) => ({ params: { id: await webhookOf(site) }, query: { before: 1_000_000 } }),
  },
  replayDelivery: {
    access: owner,
    id: 'delivery',
    input: async (site) => ({ params: { id: await deliveryOf(site) }, body: {} }),
  },
  leaveOutDelivery: {
    access: owner,
    id: 'delivery',
    input: async (site) => ({ params: { id: await heldUpOf(site) }, body: {} }),
  },
  listUsers: { access: owner, input: () => ({}) },
  createUser: {
    access: owner,
    input: (site) => ({
      body: {
        email: `${randomUUID()}@example.com`,
        firstName: 'Ines',
        lastName: 'Moreau',
        role: 'officer',
        customPermissions: ['key:move'],
        allowedLocationIds: [site.here.id],
        isActive: true,
      },
    }),
  },
  inviteUser: {
    access: owner,
    id: 'user',
    input: async (site) => ({ params: { id: (await site.company.as('viewer')).id }, body: {} }),
  },
  beginPasskeySignIn: {
    access: 'anyone',
    input: async (site) => {
      const { id } = await site.company.as('viewer');
      await putPasskey(site.world, id);
      return { body: {}, headers: { cookie: await putHalfSignIn(site.world, id) } };
    },
  },
  answerSecondFactor: {
    access: 'anyone',
    input: async (site) => {
      const { id } = await site.company.as('viewer');
      const { code, recoveryCode } = await putApp(site.world, id);
      return {
        body: { code, recoveryCode, passkey: { id: 'none' } },
        headers: { cookie: await putHalfSignIn(site.world, id) },
      };
    },
  },
  getFactors: { access: 'session', input: () => ({}) },
  beginApp: { access: 'session', input: () => ({ body: {} }) },
  addApp: {
    access: 'session',
    input: async (site, me) => {
      const { secret } = (await me.call('beginApp', { body: {} })).body;
      return { body: { newCode: codeOf(secret), ...(await confirmation(site, me)) } };
    },
  },
  removeApp: {
    access: 'session',
    input: async (site, me) => ({ body: await confirmation(site, me) }),
  },
  beginPasskey: { access: 'session', input: () => ({ body: {} }) },
  addPasskey: {
    access: 'session',
    input: async (site, me) => {
      // Somebody may have so many of them.
      await site.world.sql('delete from passkeys where user_id = $1', [me.id]);
      const options = (await me.call('beginPasskey', { body: {} })).body;
      return { body: { name: 'Laptop', registration: makePasskey().register(options) } };
    },
  },
  removePasskey: {
    access: 'session',
    id: 'passkey',
    input: async (site, me) => ({
      params: { id: await putPasskey(site.world, me.id) },
      body: await confirmation(site, me),
    }),
  },
  renewRecoveryCodes: {
    access: 'session',
    input: async (site, me) => ({ body: await confirmation(site, me) }),
  },
  beginConfirm: {
    access: 'session',
    input: async (site, me) => {
      await putPasskey(site.world, me.id);
      return { body: {} };
    },
  },
  resetFactors: {
    access: owner,
    id: 'user',
    input: async (site) => {
      const { id } = await site.company.as('viewer');
      await putApp(site.world, id);
      return { params: { id }, body: {} };
    },
  },
  requireSecondFactor: {
    access: owner,
    input: async (site) => {
      await site.world.sql("update companies set second_factor_roles = '{viewer}' where id = $1", [
        site.company.id,
      ]);
      return { body: { roles: [] } };
    },
  },
  updateUser: {
    access: 'member',
    id: 'user',
    input: async (site, me) => {
      const { permissions, allowedLocationIds, role } = (await me.call('getMe')).body;
      const [stored] = await site.world.sql<{ custom: string[] }>(
        'select custom_permissions as custom from users where id = $1',
        [me.id],
      );
      return {
        params: { id: me.id },
        body: {
          firstName: 'Ines',
          lastName: 'Moreau',
          email: `${randomUUID()}@example.com`,
          currentPassword: PASSWORD,
          role,
          permissions,
          customPermissions: stored?.custom ?? [],
          allowedLocationIds,
          isActive: true,
          companyId: me.companyId,
        },
      };
    },
  },
};

export const CALLS = Object.keys(api) as CallName[];

/** Whether a call reads a body that has named fields. */
export function bodyShapeOf(name: CallName): Record<string, z.ZodMiniType> | null {
  if (name === 'setUpCompany') return SetupForm.shape;
  const entry = api[name];
  return 'body' in entry ? shapeOf(entry.body) : null;
}

export function queryShapeOf(name: CallName): Record<string, z.ZodMiniType> | null {
  const entry = api[name];
  return 'query' in entry ? shapeOf(entry.query) : null;
}

type Inner = { type: string; shape?: Record<string, z.ZodMiniType>; innerType?: z.ZodMiniType };

/** The fields of an object schema, also of an optional one; null for a schema without fields. */
function shapeOf(schema: z.ZodMiniType): Record<string, z.ZodMiniType> | null {
  const def = schema._zod.def as Inner;
  if (def.type === 'object') return def.shape ?? null;
  return def.innerType ? shapeOf(def.innerType) : null;
}

/** A sample without its types: tests that loop over the contract send inputs no type could describe. */
export type AnyInput = {
  params?: Record<string, number | string>;
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
};

/** Valid input of any call. */
export const inputOf = async (name: CallName, site: Site, me: Person): Promise<AnyInput> =>
  (await samples[name].input(site, me)) as AnyInput;

/** Sends any input to any call. */
export const send = (me: Person, name: CallName, input: AnyInput) => me.call(name, input as Input<CallName>);
