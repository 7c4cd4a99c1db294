import { FIELDS, instantOf } from './fields.ts';
import type { Schema } from './schemas.ts';

const KIOSK = {
  ...{ id: 7, name: 'Key room', location: { id: 3, name: 'North Depot' }, keyTypes: ['lock_ups'] },
  ...{ opensAt: '18:00', closesAt: '07:00', state: 'bound', codeUntil: null, restsUntil: null },
  ...{ lastHeardAt: '2026-11-22T14:05:09Z', createdBy: 'Dana Holt', createdAt: '2026-11-01T09:00:00Z' },
  ...{ updatedAt: '2026-11-01T09:00:00Z', revokedBy: null, revokedAt: null },
};

/** Examples that the fields alone do not make: of two fields only one may be sent, or only some of a form make sense together. */
const WHOLE: Record<string, unknown> = {
  DueRule: { hours: 12 },
  IssueForm: { officerName: 'Ana Ruiz', holderId: 17, dueAt: '2026-11-22T18:00:00Z', purpose: 'Lock up' },
  KeySetForm: {
    identifier: 'HY-12',
    type: 'lock_ups',
    currentTag: '448121',
    locationId: 3,
    keyCount: 5,
    fobCount: 1,
    position: 'A 12',
  },
  KeySetPatch: { position: 'B 3', notes: 'Ring the office first' },
  DeviceForm: { id: '6d0c1f5e-8f4a-4b6e-9d3f-5a7c1e2b4d60', name: 'Phone' },
  OutboxForm: {
    device: '6d0c1f5e-8f4a-4b6e-9d3f-5a7c1e2b4d60',
    entries: [
      {
        n: 14,
        key: '0b9d0c5e-8f4a-4b6e-9d3f-5a7c1e2b4d60',
        kind: 'issue',
        keyBunchId: 42,
        doneAt: '2026-11-22T14:05:09Z',
        seen: { status: 'active', holderId: null, currentTag: '448121', locationId: 3 },
        body: { holderId: 17, dueAt: '2026-11-22T18:00:00Z', purpose: 'Lock up' },
      },
    ],
    unsent: 0,
    takenBack: [13],
  },
  HandInForm: {
    userId: 5,
    device: '6d0c1f5e-8f4a-4b6e-9d3f-5a7c1e2b4d60',
    entries: [{ n: 14, iv: 'q83vEjRWeJCrze8S', data: 'EjRWeJCrze8SNFZ4kKvN7w==' }],
  },
  MoveForm: { toLocationId: 4, notes: 'Moved to the depot' },
  PersonPatch: { phone: '020 7946 0000', isActive: false },
  PasskeyOptions: { challenge: 'Y2hhbGxlbmdl', timeout: 60000 },
  ReminderForm: { wish: 'daily', time: '08:00' },
  ConfirmForm: { password: 'correct horse', code: '123456' },
  SecondFactorForm: { code: '123456' },
  AppForm: { newCode: '123456' },
  RoundForm: {
    ...{ name: 'Morning lifts', locationId: 3, holderId: 17, from: '06:00', until: '12:00' },
    items: [{ keyBunchId: 42 }],
  },
  RoundPatch: { from: '07:00', until: '13:00' },
  RoundUseForm: { day: '2026-11-23', leftOut: [43] },
  ReservationForm: {
    ...{
      holderId: 17,
      from: '2026-11-23T06:00:00Z',
      until: '2026-11-23T12:00:00Z',
      purpose: 'Lift inspection',
    },
    items: [{ keyBunchId: 42 }],
  },
  RoomHandoverForm: { locationId: 3, since: '2026-11-21T14:00:00Z' },
  RoomHandoverPatch: { check: { kind: 'none', reason: 'Two calls at once' }, notes: 'Locksmith at 06:30' },
  RoomAnswerForm: {
    items: [{ keyBunchId: 42 }],
    word: 'person',
    until: '2026-11-21T23:30:00Z',
    note: 'Called 22:20',
  },
  Kiosk: KIOSK,
  NewKiosk: { ...KIOSK, code: 'K7QD-4MXT-92RB' },
  FirstKioskNumber: { state: 'first', setAt: '2026-11-22T14:05:09Z', kioskNumber: '482615' },
  KioskForm: { locationId: 3, name: 'Key room', keyTypes: ['lock_ups'], opensAt: '18:00', closesAt: '07:00' },
  KioskPatch: { opensAt: '18:00', closesAt: '07:00' },
  OwnKioskNumberForm: { kioskNumber: '482615' },
  KioskNumberForm: { kioskNumber: '482615', newKioskNumber: '604712' },
  ApprovalForm: {
    ...{ holderId: 17, purpose: 'Alarm response', dueAt: '2026-11-23T05:30:00Z' },
    items: [{ keyBunchId: 42 }],
  },
  ApproveAtDeskForm: { ids: [7], badge: 'NK-0102', kioskNumber: '604712' },
  KioskAskForm: { keyBunchId: 42 },
  KioskApproveForm: { keyBunchId: 42, badge: 'NK-0102', kioskNumber: '604712' },
  PushForm: { endpoint: 'https://push.example/send/q3v8Zk1nT0yWb7Rr' },
  OfferForm: { keyBunchId: 42 },
  TakeForm: { keyBunchId: 42, code: 'HY-12' },
  AcknowledgeForm: {
    ...{ email: 'dana.holt@example.com', password: 'correct horse' },
    ...{ key: '6d0c1c52-3f0e-4a55-9b39-0a8c2b9f5f11', locationId: 3, code: 'HY-12', newTag: '448122' },
    ...{ doneAt: '2026-11-21T22:40:00Z', why: 'Keys are not currently issued. HY-12 is not out.' },
  },
  KioskReturnForm: { code: 'HY-12', newTag: '448122' },
  PaperForm: {
    ...{ dryRun: false, locationId: 3, sheet: 'P-0319, page 3', writtenBy: 'Siân Morgan' },
    lines: [
      { line: 1, doneAt: '2026-11-21T20:12:00Z', kind: 'out', set: 'BRS-0301', who: 'Gareth Lowe' },
      {
        line: 2,
        doneAt: '2026-11-21T20:31:00Z',
        kind: 'in',
        set: 'BRS-0326',
        newTag: '448512',
        keysCounted: 3,
      },
    ],
  },
  RoomSignForm: {
    side: 'outgoing',
    figures: {
      ...{ outAtStart: 1, issued: 16, returned: 2, lost: 0, moved: 0, undone: 0 },
      ...{ late: 0, out: 15, overdue: 2, missing: 0, short: 0 },
    },
    read: 'r-3.c-5f1a09bc.o42-9d3e77a1',
  },
  ReservationPatch: { until: '2026-11-23T13:00:00Z' },
  UserPatch: { firstName: 'Dana', role: 'officer', allowedLocationIds: [3] },
};

/** Makes examples of schemas whose references it can follow. */
export class Examples {
  readonly #schemas: Record<string, Schema>;
  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas;
  }

  /** An example of a field `name` of the schema `owner`, both empty for a whole. */
  of(schema: Schema, name = '', owner = ''): unknown {
    const [own] = FIELDS[`${owner}.${name}`] ?? [];
    const [usual] = FIELDS[name] ?? [];
    if (own !== undefined) return own;
    if (usual !== undefined && !this.#isWhole(schema) && this.#fits(schema, usual)) return usual;
    if (schema.$ref) return this.#named(schema.$ref.split('/').at(-1) ?? '', name);
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => this.of(one, '', owner)));
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    if (schema.anyOf) return this.of(schema.anyOf[0] ?? {}, name, owner);
    if (schema.items) return [this.of(schema.items, name, owner)];
    if (schema.properties) return this.#object(schema.properties, name ? '' : owner);
    const [type] = [schema.type ?? 'object'].flat();
    if (type === 'string') return 'text';
    return type === 'integer' || type === 'number' ? 3 : type === 'boolean' ? true : {};
  }

  #named(component: string, name: string): unknown {
    if (component in WHOLE) return WHOLE[component];
    if (component === 'Time') return instantOf(name);
    const schema = this.#schemas[component] ?? {};
    return this.of(schema, schema.properties || schema.allOf ? '' : name, component);
  }

  #object(properties: Record<string, Schema>, owner: string): unknown {
    return Object.fromEntries(
      Object.entries(properties).map(([field, its]) => [field, this.of(its, field, owner)]),
    );
  }

  /** Whether a value is of the type, the words and the form that a schema asks for. */
  #fits(schema: Schema, value: unknown): boolean {
    if (schema.$ref) return this.#fits(this.#schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, value);
    if (schema.anyOf) return schema.anyOf.some((one) => this.#fits(one, value));
    if (schema.enum) return schema.enum.includes(value);
    if (schema.format === 'date-time') return /^\d{4}-\d\d-\d\dT/.test(String(value));
    if (Array.isArray(value)) return schema.type === 'array' && this.#fits(schema.items ?? {}, value[0]);
    const kind = value === null ? 'null' : typeof value === 'number' ? 'integer' : typeof value;
    const isKind = !schema.type || [schema.type].flat().includes(kind);
    return isKind && (!schema.pattern || new RegExp(schema.pattern, 'u').test(String(value)));
  }

  /** Whether a schema is an object or a list of objects, which its own fields make and no name of a field. */
  #isWhole(schema: Schema): boolean {
    const one = schema.$ref ? this.#schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
    return Boolean(
      one?.properties ??
        one?.allOf ??
        (one?.items && this.#isWhole(one.items)) ??
        one?.anyOf?.some((some) => this.#isWhole(some)),
    );
  }
}
