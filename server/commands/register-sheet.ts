import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { dayIn } from '../../shared/clock-text.ts';
import type { SheetSet } from '../../shared/register-sheet.ts';
import { reachDatabase } from '../database/reach.ts';
import { type PaperRegister, registerHtml } from './register-html.ts';
import { runCommand } from './run-command.ts';

const USAGE = 'Usage: keyhold register-sheet url-identifier --to FOLDER [--location NAME]';

type Asked = { slug: string; to: string; location: string | null };

/**
 * `keyhold register-sheet`: writes the register of each location of a company, or of one, into a folder, as an HTML page to print; for a nightly
 * timer. A page has the day in its name and replaces that of the same day. It names no site. Exits with 1 for an unknown company or location.
 */
async function main(): Promise<void> {
  const asked = read();
  const { target, close } = await reachDatabase();
  const client = new pg.Client(target);
  try {
    await client.connect();
    await client.query('begin; set local role keyhold_system');
    const registers = await registersOf(client, asked);
    await client.query('commit');
    await mkdir(asked.to, { recursive: true, mode: 0o700 });
    for (const register of registers) console.log(await write(asked, register));
  } finally {
    await client.end();
    await close();
  }
}

function read(): Asked {
  const { values, positionals } = parseArgs({
    options: { to: { type: 'string' }, location: { type: 'string' } },
    allowPositionals: true,
  });
  const [slug] = positionals;
  if (!slug || positionals.length > 1 || !values.to) throw new Error(USAGE);
  return { slug, to: values.to, location: values.location ?? null };
}

type Place = { id: number; name: string; company: string; companyId: number; zone: string; at: Date };

async function registersOf(client: pg.ClientBase, { slug, location }: Asked): Promise<PaperRegister[]> {
  const { rows: companies } = await client.query('select id from companies where slug = $1', [slug]);
  if (companies.length === 0) throw new Error(`There is no company with the URL identifier ${slug}.`);
  const { rows: places } = await client.query<Place>(
    `select l.id, l.name, c.name as company, c.id as "companyId", c.timezone as zone, clock_timestamp() as at
     from locations l join companies c on c.id = l.company_id
     where c.slug = $1 and ($2::text is null or lower(l.name) = lower($2)) order by lower(l.name), l.id`,
    [slug, location],
  );
  if (places.length === 0)
    throw new Error(location ? `There is no location ${location} in ${slug}.` : `${slug} has no locations.`);
  const registers: PaperRegister[] = [];
  for (const { id, name, company, companyId, zone, at } of places)
    registers.push({ id, name, company, zone, at: at.getTime(), sets: await setsAt(client, companyId, id) });
  return registers;
}

async function setsAt(client: pg.ClientBase, companyId: number, locationId: number): Promise<SheetSet[]> {
  const { rows } = await client.query<SheetSet & { heldBy: string | null }>(
    `select b.id, b.identifier, b.position, b.status, b.key_count as "keyCount", b.fob_count as "fobCount",
       b.keys_present as "keysPresent", b.current_tag as tag, b.holder_name as "heldBy", h.phone,
       to_json(coalesce(b.issued_at, b.missing_since))#>>'{}' as since, to_json(b.due_at)#>>'{}' as "dueAt",
       b.last_holder_name as "lastHolder"
     from key_bunches b left join holders h on h.company_id = b.company_id and h.id = b.holder_id
     where b.company_id = $1 and b.location_id = $2 order by b.position nulls last, b.identifier, b.id`,
    [companyId, locationId],
  );
  return rows.map(({ heldBy, ...set }) => ({
    ...set,
    holder: heldBy === null ? null : { name: heldBy, id: null, userId: null },
  }));
}

/** Writes a register whole or not at all, readable for the operator's user only; what was written. */
async function write({ slug, to }: Asked, register: PaperRegister): Promise<string> {
  const { id, name, zone, at, sets } = register;
  const file = join(to, `register-${slug}-${id}-${dayIn(at, zone)}.html`);
  const part = await open(`${file}.part`, 'w', 0o600);
  try {
    await part.writeFile(registerHtml(register));
    await part.sync();
  } finally {
    await part.close();
  }
  await rename(`${file}.part`, file);
  return `${name}: ${sets.length} ${sets.length === 1 ? 'set' : 'sets'}, ${file}`;
}

runCommand(main);
