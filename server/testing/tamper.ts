import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { World } from './world.ts';

/** Tables that no transaction may delete from or change: those that are appended to, and the heads of the chains. */
export const APPENDED = [
  'movement_history',
  'audit_log',
  'archived_key_bunches',
  'history_checks',
  'audit_scans',
  'signatures',
  'former_registers',
  'former_entries',
  'former_checks',
  'outbox_entries',
  'outbox_answers',
  'chain_heads',
];

/** Steps of rewriting a history, and ways to enable one: all are refused to the server's login, in any role it may take. */
export const REWRITINGS = [
  'set role keyhold_owner',
  'set session authorization keyhold_owner',
  'set role postgres',
  'grant keyhold_owner to current_user',
  'create role other superuser',
  'alter role keyhold_owner login',
  'alter role keyhold_system superuser',
  'set session_replication_role = replica',
  'set local session_replication_role = replica',
  ...APPENDED.flatMap((table) => [
    `update public.${table} set company_id = company_id`,
    `delete from public.${table}`,
    `truncate public.${table}`,
    `merge into public.${table} t using (select 1) s on true when matched then delete`,
    `select from public.${table} for update`,
    `alter table public.${table} disable trigger all`,
    `alter table public.${table} disable row level security`,
    `alter table public.${table} owner to current_user`,
    `alter table public.${table} rename to other`,
    `drop table public.${table} cascade`,
    `create rule other as on insert to public.${table} do instead nothing`,
    `create policy other on public.${table} using (true)`,
  ]),
  'alter table public.movement_history disable trigger append_only',
  'drop trigger append_only on public.movement_history',
  'create trigger other before insert on public.movement_history for each row execute function public.refuse_rewriting()',
  'create or replace function public.refuse_rewriting() returns trigger language plpgsql as $$ begin return new; end $$',
  "create or replace function public.clock() returns timestamptz language sql as $$ select timestamptz '1999-01-01' $$",
  "create or replace function public.movement_hash(m public.movement_history) returns bytea language sql as $$ select ''::bytea $$",
  'alter function public.verify_slice(integer, text, bigint, bigint) security invoker',
  "alter function public.call_as(text) set search_path = ''",
  'create function public.other() returns int language sql as $$ select 1 $$',
  'create table public.other (n int)',
  'create schema other',
  'alter schema public owner to current_user',
  'drop schema public cascade',
  'create extension file_fdw schema public',
  "create function public.other() returns int language c as 'libc.so.6', 'getpid'",
  'alter role current_user set session_replication_role = replica',
  "select pg_read_file('PG_VERSION')",
  "select lo_import('/etc/hostname')",
  "copy (select 1) to program 'true'",
  "copy public.movement_history from program 'true'",
  "copy public.chain_heads from '/etc/hostname'",
  'drop owned by keyhold_owner',
  'reassign owned by keyhold_owner to current_user',
];

/** Rewrites a table with its triggers off for the duration, as only a superuser can. */
export const rewrite = (world: World, table: string, change: string) =>
  world.sql(
    `begin; alter table ${table} disable trigger user; ${change}; alter table ${table} enable trigger user; commit`,
  );

/**
 * Tampers as someone with database access and knowledge of Keyhold could: changes a company's chain ($1 in `change`), recomputes it from
 * first to last entry and updates its head, so that it is consistent.
 */
export function rechain(world: World, companyId: number, chain: 'movement' | 'log', change: string) {
  const table = chain === 'movement' ? 'movement_history' : 'audit_log';
  return rewrite(
    world,
    table,
    `${change.replaceAll('$1', String(companyId))};
     do $$ declare e ${table}; last bytea := '\\x'; n bigint := 0; begin
       for e in select * from ${table} where company_id = ${companyId} order by seq loop
         n := n + 1; e.seq := n; e.prev_hash := last; last := ${chain}_hash(e);
         update ${table} set seq = n, prev_hash = e.prev_hash, hash = last where company_id = ${companyId} and id = e.id;
       end loop;
       update chain_heads set ${chain}_seq = n, ${chain}_hash = last where company_id = ${companyId};
     end $$`,
  );
}

// A forger's changes to the files of an export (scripts/verify-export.mjs).

export const lined = (change: (lines: string[]) => string[]) => (text: string) =>
  `${change(text.trimEnd().split('\n')).join('\n')}\n`;

/** Tampers as someone who knows the format could: every line follows the previous one again. */
export const chainedAnew = lined((lines) => {
  let last = '';
  return lines.map((line) => {
    const text = line.slice(83, -1).replace(/^(\[\d+, "\w+", \d+, \d+, )"\w*"/, `$1"${last}"`);
    last = createHash('sha256').update(text).digest('hex');
    return `{"hash":"${last}","entry":${text}}`;
  });
});

/** A file of the export, by its name. */
export type Files = Map<string, Buffer>;
const textOf = (files: Files, name: string) => files.get(name)?.toString() ?? '';
export const edited = (name: string, change: (text: string) => string) => (files: Files) => {
  const before = textOf(files, name);
  const after = change(before);
  if (after === before) throw new Error(`${name} was not changed`);
  files.set(name, Buffer.from(after));
};
export const edit = (name: string, change: (lines: string[]) => string[]) => edited(name, lined(change));
export const both =
  (...changes: ((files: Files) => void)[]) =>
  (files: Files) => {
    for (const change of changes) change(files);
  };
/** The statement rewritten by a forger without the key: the old signature remains. */
export const restated = (change: (statement: { files: Stated[]; chains: { movements: Chain } }) => void) =>
  edited('statement.json', (text) => {
    const { statement, signature } = JSON.parse(text);
    change(statement);
    return `{"statement":${JSON.stringify(statement)},"signature":"${signature}"}\n`;
  });
type Stated = { name: string; sha256: string; bytes: number; rows: number | null };
type Chain = { first: number; last: number; head: string };
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** Signs an export again with a forger's own key, with new hashes for every file. */
export function signedAnew(files: Files) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  files.set('public-key.pem', Buffer.from(publicKey.export({ format: 'pem', type: 'spki' })));
  files.set('anchors.jsonl', Buffer.from(''));
  const { statement } = JSON.parse(textOf(files, 'statement.json'));
  for (const file of statement.files as Stated[]) {
    const bytes = files.get(file.name) ?? Buffer.from('');
    Object.assign(file, { bytes: bytes.length, sha256: sha256(bytes) });
  }
  statement.key = sha256(publicKey.export({ format: 'der', type: 'spki' })).slice(0, 32);
  const text = JSON.stringify(statement);
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64');
  files.set('statement.json', Buffer.from(`{"statement":${text},"signature":"${signature}"}\n`));
}
export const swap = <T>(items: T[], one: number, other: number): T[] =>
  items.with(one, items[other] as T).with(other, items[one] as T);
export const renamed = (from: string, to: string) => (files: Files) => {
  files.set(to, files.get(from) ?? Buffer.from(''));
  files.delete(from);
};
