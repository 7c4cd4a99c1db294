import * as z from 'zod/mini';
import { CompanyPatch } from '../../../shared/company.ts';
import { HolderForm } from '../../../shared/holder.ts';
import { KeyBunchForm } from '../../../shared/key-bunch-forms.ts';
import { labelCodeOf } from '../../../shared/label-code.ts';
import { LocationForm } from '../../../shared/location.ts';
import { ROLES } from '../../../shared/permissions.ts';
import { PremisesForm } from '../../../shared/premises.ts';
import { SettingForm } from '../../../shared/setting.ts';
import { SETTING_CATEGORIES } from '../../../shared/setting-words.ts';
import {
  emailField,
  idField,
  instantQuery,
  optionalLine,
  optionalText,
  requiredLine,
} from '../../../shared/text.ts';
import { CLOCK_TIME } from '../../../shared/zone.ts';
import { refuse } from '../../refusal.ts';
import { linesIn } from './opened-export.ts';
import type { OpenZip } from './zip-file.ts';

const id = idField();
const idOrNull = z.nullable(id);
const moment = z.nullable(instantQuery);
const yes = z.boolean();
const clockTime = z.string().check(z.regex(CLOCK_TIME));
const code = z
  .string()
  .check(z.refine((text) => labelCodeOf(text) === text, 'This is not the code of a label'));

/** The lines of register.jsonl, with the limits of the forms (server/features/export/register.ts writes them). */
const RECORDS = {
  company: z.pick(CompanyPatch, {
    description: true,
    timezone: true,
    receiptTerms: true,
    finderLine: true,
    finderShowsName: true,
    auditShare: true,
    offlineDays: true,
    staffReserve: true,
    emergencyIssue: true,
  }),
  setting: z.extend(z.omit(SettingForm, { due: true }), {
    category: z.enum(SETTING_CATEGORIES),
    dueHours: z.nullable(z.int()),
    dueTime: z.nullable(z.string()),
  }),
  location: z.extend(LocationForm, { id }),
  user: z.object({
    id,
    email: emailField(),
    firstName: optionalLine(),
    lastName: optionalLine(),
    role: z.enum(ROLES),
    permissions: z.array(z.string()),
    customPermissions: z.array(z.string()),
    allowedLocationIds: z.array(id),
    isActive: yes,
    approver: z.optional(z.boolean()),
    approvalLetters: z.optional(z.boolean()),
  }),
  person: z.extend(HolderForm, { id, userId: idOrNull, remindersStoppedAt: moment }),
  premises: z.extend(PremisesForm, { id, isActive: yes }),
  set: z.extend(z.omit(KeyBunchForm, { description: true, labelCode: true, premisesIds: true }), {
    id,
    type: requiredLine('Type is required'),
    status: requiredLine('Unknown status'),
    currentTag: optionalLine(),
    premises: z.array(id),
    labelCode: z.nullable(code),
    photo: z.nullable(z.string()),
    holderName: optionalLine(),
    holderUserId: idOrNull,
    holderId: idOrNull,
    issuedAt: moment,
    dueAt: moment,
    lastHolderName: optionalLine(),
    lastHolderUserId: idOrNull,
    lastHolderId: idOrNull,
    missingSince: moment,
    missingFromStatus: optionalLine(),
    keysPresent: z.nullable(z.int()),
    fobsPresent: z.nullable(z.int()),
    shortNote: optionalText(),
    shortSince: moment,
    shortHolderId: idOrNull,
    shortHolderName: optionalLine(),
    lastSeenAt: moment,
    lastSeenLocationId: idOrNull,
  }),
  round: z.object({
    id,
    name: requiredLine('Name is required'),
    locationId: id,
    holderId: idOrNull,
    from: clockTime,
    until: clockTime,
    isActive: yes,
    sets: z.array(id),
  }),
  reservation: z.object({
    id,
    groupId: z.uuid(),
    roundId: idOrNull,
    keyBunchId: id,
    holderId: id,
    locationId: id,
    from: instantQuery,
    until: instantQuery,
    purpose: optionalText(),
    notes: optionalText(),
    createdBy: id,
    createdAt: instantQuery,
    pickedAt: moment,
    pickedBy: idOrNull,
  }),
  blank: z.object({ code }),
};
type Kind = keyof typeof RECORDS;
type Of<K extends Kind> = z.output<(typeof RECORDS)[K]>;
export type SetRecord = Of<'set'>;
export type PersonRecord = Of<'person'>;
export type UserRecord = Of<'user'>;
type RoundRecord = Of<'round'>;
type ReservedRecord = Of<'reservation'>;
export type Records = { [K in Kind]: Of<K>[] };

const wrong = (line: number, why: string) =>
  refuse(400, 'The register of this export cannot be read.', {
    detail: `register.jsonl, line ${line}: ${why}`,
  });

/** The records of an export by kind. 400 with the line of one that a form would refuse, or that names a record that is not there. */
export async function readRecords(zip: OpenZip): Promise<Records> {
  const records: Records = {
    company: [],
    setting: [],
    location: [],
    user: [],
    person: [],
    premises: [],
    set: [],
    round: [],
    reservation: [],
    blank: [],
  };
  const known: Record<string, Set<number>> = {};
  let at = 0;
  for await (const line of linesIn(zip, 'register.jsonl')) {
    at += 1;
    const { kind, fields } = recordOf(line, at);
    const parsed = RECORDS[kind].safeParse(fields);
    if (!parsed.success) {
      const { path = [], message = '' } = parsed.error.issues[0] ?? {};
      throw wrong(at, `${kind}, ${path.join('.')}: ${message}`);
    }
    const one = parsed.data as { id?: number } & Partial<
      SetRecord & PersonRecord & RoundRecord & ReservedRecord
    >;
    for (const [of, ids] of NAMING.includes(kind) ? namedBy(one) : [])
      for (const other of ids)
        if (other && !known[of]?.has(other)) throw wrong(at, `${of} ${other} is not in the file`);
    known[kind] ??= new Set();
    if (one.id && known[kind].has(one.id)) throw wrong(at, `${kind} ${one.id} is in the file twice`);
    if (one.id) known[kind].add(one.id);
    (records[kind] as unknown[]).push(one);
  }
  return records;
}

/** The kinds whose lines name records of others by their ids. */
const NAMING: Kind[] = ['set', 'round', 'reservation'];
type Naming = Partial<SetRecord & RoundRecord & ReservedRecord>;
const namedBy = (one: Naming): [Kind, (number | null | undefined)[]][] => [
  ['location', [one.locationId]],
  ['premises', one.premises ?? []],
  ['person', [one.holderId, one.lastHolderId, one.shortHolderId]],
  ['set', [one.keyBunchId, ...(one.sets ?? [])]],
  ['round', [one.roundId]],
];

function recordOf(line: string, at: number): { kind: Kind; fields: object } {
  try {
    const { record, ...fields } = JSON.parse(line) as { record?: string };
    if (record && Object.hasOwn(RECORDS, record)) return { kind: record as Kind, fields };
  } catch {}
  throw wrong(at, 'this is no record that Keyhold knows');
}
