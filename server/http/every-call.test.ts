import { beforeAll, describe, expect, test } from 'vitest';
import { api, type Call, type CallName } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { ROLE_PERMISSIONS, type Role } from '../../shared/permissions.ts';
import { DEMO_ACCOUNTS } from '../features/auth/demo-accounts.ts';
import { putApp } from '../testing/factors.ts';
import { type AnyInput, CALLS, inputOf, samples, send } from '../testing/samples.ts';
import { makeSite, type Site } from '../testing/site.ts';
import { type Person, useWorld } from '../testing/world.ts';

// The matrix of access: every call of the contract, by every kind of caller, an API token among them, on a record of the own place, of
// another place of the own company, of another company, and on one that never was. What each must answer is said by
// testing/samples/ in its own words, not read from the contract.
const world = useWorld({ DEMO_MODE: 'on' });
const NEVER = 2_000_000_000;

const TOKEN = 'API token of one location with the permissions of an officer';

/** The roles whose defaults each principal has, independent of their role; null for those who are not known as a member. */
const PRINCIPALS: Record<string, readonly Role[] | null> = {
  'signed out': null,
  deactivated: null,
  'no company': null,
  viewer: ['viewer'],
  officer: ['officer'],
  'officer of one location': ['officer'],
  admin: ['admin'],
  super_admin: ['super_admin'],
  'officer whose override is the list of a viewer': ['viewer'],
  'viewer with the permissions of an officer as custom ones': ['viewer', 'officer'],
  [TOKEN]: ['officer'],
};
const LIMITED = ['officer of one location', TOKEN];
/** Calls that no token may make, with any permissions: repeated here so that a slip in the contract fails. */
const PEOPLES: CallName[] = [
  'inviteUser',
  'getMe',
  'getDemoHint',
  'logIn',
  'logOut',
  'forgotPassword',
  'checkLink',
  'resetPassword',
  'changePassword',
  'getConfirmation',
  'confirmIdentity',
  'listSessions',
  'endSession',
  'endOtherSessions',
  'setUpCompany',
  'getCompany',
  'stopReminders',
  'getFinder',
  'reportFound',
  'handInOutbox',
  'updateUser',
  'beginPasskeySignIn',
  'answerSecondFactor',
  'getFactors',
  'beginApp',
  'addApp',
  'removeApp',
  'beginPasskey',
  'addPasskey',
  'removePasskey',
  'renewRecoveryCodes',
  'beginConfirm',
  'resetFactors',
  'requireSecondFactor',
  'getLive',
  'importRegister',
  'decideApprovals',
  'approveAtDesk',
  'getKioskApproval',
  'askAtKiosk',
  'approveAtKiosk',
  'getApprovalNotices',
  'updateApprovalNotices',
  'addPushDevice',
  'removePushDevice',
  'acceptHandover',
  'refuseHandover',
  'sendOutbox',
  'settleOutbox',
  'registerDevice',
  'listDevices',
  'forgetDevice',
  'beginRoomHandover',
  'updateRoomHandover',
  'answerRoomHandover',
  'signRoomHandover',
  'cancelRoomHandover',
  'proveSigner',
  'createKiosk',
  'renewKioskCode',
  'getOwnKioskNumber',
  'setOwnKioskNumber',
  'createFirstKioskNumber',
  'bindKiosk',
  'leaveKiosk',
  'acknowledgeReturn',
  'getKioskState',
  'beginKiosk',
  'enterKioskNumber',
  'offerAtKiosk',
  'reportAbsent',
  'takeAtKiosk',
  'returnAtKiosk',
  'touchKiosk',
  'lockKiosk',
];
const PLACES = ['own', 'other location', 'other company', 'missing'] as const;
type Place = (typeof PLACES)[number];

/** These end the session of the caller, so a caller who succeeds gets a new one. */
const ENDS_SESSION: CallName[] = ['logIn', 'logOut', 'setUpCompany', 'changePassword'];

let mine: Site;
let theirs: Site;
const people: Record<string, Person> = {};

beforeAll(async () => {
  mine = await makeSite(world);
  theirs = await makeSite(world);
  const { company } = mine;
  Object.assign(people, {
    'signed out': world.visitor,
    deactivated: await company.as('admin'),
    'no company': await world.person(),
    viewer: await company.as('viewer'),
    officer: await company.as('officer'),
    'officer of one location': await company.as('officer', { allowedLocationIds: [mine.here.id] }),
    admin: await company.as('admin'),
    super_admin: mine.admin,
    'officer whose override is the list of a viewer': await company.as('officer', {
      permissions: [...ROLE_PERMISSIONS.viewer],
    }),
    'viewer with the permissions of an officer as custom ones': await company.as('viewer', {
      customPermissions: [...ROLE_PERMISSIONS.officer],
    }),
  });
  // A user whose password and second factor no call of this file changes, as that would let the token rest.
  const maker = await company.as('super_admin');
  await putApp(world, maker.id);
  const made = await maker.call('createToken', {
    body: {
      name: 'Patrol system',
      permissions: [...ROLE_PERMISSIONS.officer],
      allowedLocationIds: [mine.here.id],
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  people[TOKEN] = world.program(String(made.body.token), maker);
  await world.sql('update users set is_active = false where id = $1', [people.deactivated?.id]);
  // The sign-in card shows its hint once the demo company exists.
  await world.sql('insert into users (email) values ($1)', [DEMO_ACCOUNTS[0].email]);
});

/** The place in which a call names a record: its path, a field, or none. */
function recordOf(name: CallName): { kind: string; field: string | null } | null {
  const { id, names = {} } = samples[name];
  if (id) return { kind: id, field: null };
  const [first] = Object.entries(names);
  return first ? { kind: first[1], field: first[0] } : null;
}

const OF_NO_PLACE = [
  'session',
  'user',
  'setting',
  'holder',
  'token',
  'webhook',
  'delivery',
  'import',
  'passkey',
  'device',
];

/** Users belong to no location. */
function placesOf(name: CallName): readonly Place[] {
  const record = recordOf(name);
  if (!record) return ['own'];
  return OF_NO_PLACE.includes(record.kind) ? PLACES.filter((place) => place !== 'other location') : PLACES;
}

/** Reads about a record that their query names. */
const ABOUT_ONE: CallName[] = ['listAuditLogs', 'getBulkMove', 'getRegisterSheet'];

/** A list filtered by a missing record is empty; other calls are about a record and do not find it. */
const filters = (name: CallName) =>
  api[name].method === 'GET' && !samples[name].id && !ABOUT_ONE.includes(name);

/** The expected status, and the text of a refusal where only one is possible. */
function expected(name: CallName, principal: string, place: Place): { status: number; message?: string } {
  const { access } = samples[name];
  const success = { status: samples[name].refused ?? (api[name] as Call).status ?? 200 };
  const roles = PRINCIPALS[principal];
  if (principal === TOKEN && PEOPLES.includes(name)) return { status: 403, message: REFUSALS.tokenMayNot };
  // The input has the cookie of a kiosk.
  if (access === 'kiosk') return success;
  if (!roles) {
    if (access === 'anyone') return success;
    if (principal !== 'no company') return { status: 401, message: REFUSALS.unauthorized };
    if (name === 'getCompany') return { status: 404 };
    if (access !== 'session') return { status: 403, message: REFUSALS.noCompany };
    return place === 'own' ? success : { status: 404 };
  }
  if (name === 'setUpCompany') return { status: 409 };
  if (typeof access !== 'string' && !roles.some((role) => access.includes(role)))
    return { status: 403, message: REFUSALS.forbidden };
  // Events are of all locations.
  if (name === 'listEvents' && LIMITED.includes(principal))
    return { status: 403, message: REFUSALS.forbidden };
  if (place === 'own' || filters(name)) return success;
  if (place === 'other location') return LIMITED.includes(principal) ? { status: 404 } : success;
  // Callers who may not edit users are refused before the user is looked up.
  return { status: name === 'updateUser' && !roles.includes('super_admin') ? 403 : 404 };
}

/** The company with its sites swapped: records made on it are where a limited officer may not see them. */
const elsewhere = (site: Site): Site => ({ ...site, here: site.there, there: site.here });

/** The input: valid, with a record of that place. */
async function inputAt(name: CallName, place: Place, me: Person): Promise<AnyInput> {
  // The caller's own records are made by the caller.
  const own = me.companyId === mine.company.id || (samples[name].access === 'session' && me.cookie);
  const caller = own ? me : mine.admin;
  if (place === 'own') return inputOf(name, mine, caller);
  if (place === 'other location') return inputOf(name, elsewhere(mine), caller);
  const away = place === 'other company';
  const input = await inputOf(name, away ? theirs : mine, away ? theirs.admin : caller);
  if (away) return input;
  const field = recordOf(name)?.field;
  if (!field) return { ...input, params: { ...input.params, id: NEVER } };
  const part = api[name].method === 'GET' ? 'query' : 'body';
  return { ...input, [part]: { ...input[part], [field]: NEVER } };
}

/** A caller of that kind, with a new session when the call would end it. */
async function callerOf(name: CallName, principal: string, succeeds: boolean): Promise<Person> {
  const known = people[principal] ?? world.visitor;
  if (!succeeds || !ENDS_SESSION.includes(name) || !known.cookie || principal === 'deactivated') return known;
  return known.companyId ? world.signIn(known.email) : world.person();
}

/** One input for each call and place, shared by all who are refused: a refusal changes nothing. */
const shared = new Map<string, Promise<AnyInput>>();
function sharedInput(name: CallName, place: Place): Promise<AnyInput> {
  const key = `${name} ${place}`;
  const made = shared.get(key) ?? inputAt(name, place, mine.admin);
  shared.set(key, made);
  return made;
}

test('the matrix has more than 1,300 cases', () => {
  const cases = CALLS.flatMap(placesOf).length * Object.keys(PRINCIPALS).length;
  expect(cases).toBeGreaterThan(1_300);
});

for (const name of CALLS) {
  describe(name, () => {
    for (const place of placesOf(name)) {
      test.each(Object.keys(PRINCIPALS))(`${place}: %s`, async (principal) => {
        const due = expected(name, principal, place);
        const me = await callerOf(name, principal, due.status < 300);
        const denied = due.status === 401 || due.status === 403;
        const input = denied ? await sharedInput(name, place) : await inputAt(name, place, me);
        const answer = await send(me, name, input);
        const told = JSON.stringify(answer.body).slice(0, 300);
        expect(answer.status, told).toBe(due.status);
        if (due.message) expect(answer.body).toEqual({ message: due.message, code: expect.any(String) });
        if (answer.status === 200 && name === 'updateUser') me.email = String(input.body?.email);
        // The new password ended all sessions of that person, including this one.
        if (answer.status === 200 && name === 'changePassword')
          Object.assign(people[principal] ?? {}, await world.signIn(me.email));
        if (place === 'other company') expect(told).not.toContain(theirs.company.name);
      });
    }
  });
}
