import { expect, test } from 'vitest';
import { type Migration, readMigrations } from './migrate.ts';

// Until 1.0 the files of the schema are one baseline (docs/releasing.md, Migrations): each object is defined once, in the file of its subject.

type Files = Pick<Migration, 'name' | 'text'>[];

/** Statements that apply to the objects of all earlier files, so they belong to no single one. */
const EXCEPTIONS: Record<string, RegExp> = {
  // Backups read each table and sequence.
  '0037-backups.sql': /^(do$|grant select on (all sequences in schema public|schema_migrations) )/,
  // No role may call the function of a trigger.
  '0038-trigger-functions.sql': /^do$/,
};

/** The statements of a file, one a line, without comments, bodies and texts. */
const statementsOf = (text: string): string[] =>
  text
    .replace(/--.*|\$\$[\s\S]*?\$\$|'[^']*'/g, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');

const CREATES = [
  /^create (?:unique )?(table|index|function|type|collation) (\w+)/,
  /^create (?:constraint )?(trigger) (\w+ )(?:before|after) .*? on (\w+)/,
  /^create (policy) (\w+ on \w+)/,
];

/** The object that a statement creates: its kind and name, for a trigger or policy with its table. */
function createdBy(statement: string): string | null {
  for (const pattern of CREATES) {
    const [, ...names] = pattern.exec(statement) ?? [];
    if (names.length > 0) return names.join(' ');
  }
  return null;
}

/** The table that a statement extends; the statement belongs into that table's file. */
const tableOf = (statement: string): string | undefined =>
  /^create policy \w+ on (\w+)/.exec(statement)?.[1] ??
  /^alter table (\w+) enable row level security$/.exec(statement)?.[1];

/** The functions and tables that a grant or a revocation names. */
function grantedIn(statement: string): string[] {
  const [, functions, tables] =
    /^(?:grant|revoke) .*? on (?:function (.*)|(.*)) (?:to|from) [\w, ]+$/.exec(statement) ?? [];
  const named = functions ?? tables;
  if (!named) return [];
  return named
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((name) => `${functions ? 'function' : 'table'} ${name.trim()}`);
}

/** The statements that belong into another file, or into no baseline: file and statement. */
function misplaced(files: Files): string[] {
  const found: string[] = [];
  const created = new Map<string, string>();
  for (const { name, text } of files)
    for (const statement of statementsOf(text)) {
      const object = createdBy(statement);
      const others = [tableOf(statement)].flatMap((table) => (table ? [`table ${table}`] : []));
      const elsewhere = [...others, ...grantedIn(statement)].filter((other) => created.get(other) !== name);
      const isPlain =
        object !== null || tableOf(statement) !== undefined || /^(grant|revoke) /.test(statement);
      const isWrong = !isPlain || elsewhere.length > 0 || (object !== null && created.has(object));
      if (isWrong && !EXCEPTIONS[name]?.test(statement)) found.push(`${name}: ${statement}`);
      if (object !== null && !created.has(object)) created.set(object, name);
    }
  return found;
}

test('the files of the schema are numbered from 1 without gaps', async () => {
  const names = (await readMigrations()).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(20);
  const numbers = names.map((_, n) => String(n + 1).padStart(4, '0'));
  expect(names.map((name) => /^(\d{4})-[a-z]+(-[a-z]+)*\.sql$/.exec(name)?.[1])).toEqual(numbers);
});

test('each object of the schema is defined once, in the file of its subject, and no later file changes it', async () => {
  const files = await readMigrations();
  expect(misplaced(files)).toEqual([]);
  const objects = files.flatMap(({ text }) =>
    statementsOf(text)
      .map(createdBy)
      .filter((object) => object !== null),
  );
  for (const kind of ['table', 'function', 'index', 'trigger', 'policy'])
    expect(objects.filter((object) => object.startsWith(`${kind} `)).length, kind).toBeGreaterThan(20);
});

test.each([
  'create or replace function clock() returns timestamptz language sql as $$ select now() $$',
  'create function clock() returns timestamptz language sql as $$ select now() $$',
  'alter table locations add column colour text',
  'alter table locations enable row level security',
  'alter function clock() stable',
  'drop function clock()',
  'drop trigger touch on key_bunches',
  'create trigger touch before update on key_bunches for each row execute function touch_key_bunch()',
  'create policy more on locations to keyhold_app using (true)',
  'grant update (id) on locations to keyhold_app',
  'revoke all on function clock() from public',
  "insert into locations (name, type) values ('Office', 'office')",
  'do $$ begin drop table locations; end $$',
])('a later file that changes an object is found: %s', async (statement) => {
  const later = { name: '9000-later.sql', text: `-- A comment.\n${statement};\n` };
  expect(misplaced([...(await readMigrations()), later])).toHaveLength(1);
});

test('a later file may add a trigger or an index to a table', async () => {
  const text = `create index locations_type on locations (company_id, type);
    create trigger more after insert on locations for each row execute function touch_holder();`;
  expect(misplaced([...(await readMigrations()), { name: '9000-later.sql', text }])).toEqual([]);
});
