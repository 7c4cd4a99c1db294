import { createHash } from 'node:crypto';
import type { RegisterImport } from '../../../shared/former-register.ts';
import { REGISTER_SETS_MAX } from '../../../shared/limits.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { PLANS, type Plan } from '../../../shared/plan.ts';
import { rows, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { planLimit, refuse } from '../../refusal.ts';
import { lockPlan, planOf, recordOf } from '../company/plan.ts';
import type { FileFeature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { publishProgress } from '../import/import.ts';
import { takeLock } from '../import/run-record.ts';
import { storeFormers } from './archive.ts';
import type { OpenedExport } from './opened-export.ts';
import { type Records, readRecords } from './records.ts';
import { writeReservations, writeRounds } from './reservations.ts';
import { type Letters, type NotTaken, refusedUsers, writeUsers } from './users.ts';
import {
  writeBlankCodes,
  writeCompany,
  writeLocations,
  writePeople,
  writePremises,
  writeSets,
  writeSettings,
} from './write.ts';

/**
 * Imports a whole export into an empty company, all or nothing (decision 0072). With `dryRun` nothing is written. 409 when the company is not
 * empty, or another import is under way.
 */
const importRegister: FileFeature<'importRegister', OpenedExport> = async (call) => {
  const { tx, me, again, query, opened, letters } = call;
  if (me.locations) throw refuse(403, REFUSALS.forbidden);
  const records = await readRecords(opened.zip);
  if (!query.dryRun) await takeLock(tx, me);
  const plan = query.dryRun ? PLANS[await planOf(tx)] : await lockPlan(tx);
  await checkEmpty(tx);
  checkPlan(plan, records);
  const taken = await takenCodes(tx, records);
  const lost = lostLabels(records, taken);
  const counts = countsOf(opened, records, taken);
  const resultOf = (id: number | null, notTaken: NotTaken[]): RegisterImport => {
    const users = counts.users - notTaken.filter(({ what }) => what === 'User').length;
    return { id, former, counts: { ...counts, users }, notTaken: grouped(notTaken) };
  };
  const { name, at: exportedAt, fingerprint: key } = opened.sealed;
  const former = { name, exportedAt, key };
  if (query.dryRun) return resultOf(null, [...lost, ...(await refusedUsers(tx, me, records, plan))]);
  const notTaken = [...lost];
  const by = `the register of ${name}`;
  const progress = publishProgress(tx);
  const writing = { tx, me: await again(), by, progress };
  const id = await write(writing, opened, records, { taken, plan, letters, notTaken }).catch(refuseMisfit);
  const result = resultOf(id, notTaken);
  await recordAuditLog(tx, writing.me, {
    action: 'register_import',
    description: `Imported ${by}`,
    details: {
      fileName: by,
      ...former,
      statement: createHash('sha256').update(opened.sealed.line).digest('hex'),
      ...result.counts,
    },
  });
  return result;
};

export const registerImportFeatures = { importRegister };

type Limits = { taken: Set<string>; plan: Plan; letters: Letters; notTaken: NotTaken[] };

async function write(
  writing: Parameters<typeof writeSets>[0],
  opened: OpenedExport,
  records: Records,
  limits: Limits,
): Promise<number> {
  await writeCompany(writing, records);
  await writeSettings(writing, records);
  const locations = await writeLocations(writing, records);
  const users = await writeUsers(writing, records.user, locations, limits);
  const people = await writePeople(writing, records, users);
  const premises = await writePremises(writing, records);
  const sets = await writeSets(
    writing,
    opened.zip,
    records,
    { locations, users, people, premises },
    limits.taken,
  );
  const maps = { locations, users, people, sets };
  await writeReservations(writing, records, maps, await writeRounds(writing, records, maps));
  const blank = records.blank.map(({ code }) => code).filter((code) => !limits.taken.has(code));
  await writeBlankCodes(writing, blank);
  return storeFormers(writing.tx, opened, { sets, locations });
}

async function checkEmpty(tx: Tx): Promise<void> {
  const what = await recordOf(tx);
  if (!what) return;
  throw refuse(409, 'A whole register can only come into an empty company.', {
    code: 'not_empty',
    detail: `This company has ${what}.`,
  });
}

function checkPlan(plan: Plan, { set, location }: Records): void {
  if (set.length > REGISTER_SETS_MAX)
    throw refuse(413, `This export has more than ${REGISTER_SETS_MAX.toLocaleString('en')} key sets.`);
  if (plan.keys !== null && set.length > plan.keys) throw planLimit(plan, 'keys');
  if (plan.locations !== null && location.length > plan.locations) throw planLimit(plan, 'locations');
}

/** Codes that a company of this server has or had, such as the former company itself. */
async function takenCodes(tx: Tx, { set, blank }: Records): Promise<Set<string>> {
  const codes = [...set.flatMap(({ labelCode }) => labelCode ?? []), ...blank.map(({ code }) => code)];
  const taken = await rows(tx, sql<{ code: string }>`select taken_label_codes(${codes}::text[]) as code`);
  return new Set(taken.map(({ code }) => code));
}

const lostLabels = ({ set }: Records, taken: Set<string>): NotTaken[] =>
  set.flatMap(({ identifier: name, labelCode }) =>
    labelCode && taken.has(labelCode)
      ? [{ what: 'Label', name, why: 'This code is in use or ended on this server. Print another label.' }]
      : [],
  );

function countsOf(
  { sealed, formers }: OpenedExport,
  records: Records,
  taken: Set<string>,
): RegisterImport['counts'] {
  const archived = ['movements', 'log', 'audits', 'receipts'].map((file) => `${file}.jsonl`);
  return {
    settings: records.setting.length,
    locations: records.location.length,
    people: records.person.length,
    users: records.user.length,
    premises: records.premises.length,
    sets: records.set.length,
    rounds: records.round.length,
    reservations: records.reservation.length,
    photos: records.set.filter(({ photo }) => photo).length,
    labels: records.set.filter(({ labelCode }) => labelCode && !taken.has(labelCode)).length,
    entries: sealed.files.reduce(
      (sum, { name, rows }) => (archived.includes(name) ? sum + (rows ?? 0) : sum),
      0,
    ),
    formerRegisters: formers.length,
  };
}

/** Together what was not taken for the same reason, with up to twenty names. */
function grouped(all: NotTaken[]): RegisterImport['notTaken'] {
  const groups = new Map<string, RegisterImport['notTaken'][number]>();
  for (const { what, name, why } of all) {
    const key = `${what} ${why}`;
    const group = groups.get(key) ?? { what, count: 0, why, names: [] };
    group.count += 1;
    if (group.names.length < 20) group.names.push(name);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** A value that the tables refuse: only a server that is not Keyhold signs such an export. */
function refuseMisfit(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^2[23]/.test(code))
    throw refuse(400, 'The register of this export cannot be read.', {
      detail: 'It has records that do not fit each other.',
    });
  throw error;
}
