import type { Migration } from '../database/migrate.ts';
import type { Head } from './manifest.ts';

/** The migrations that a backup was made with, and those of this version that came after. */
export type Fit = { before: Migration[]; after: Migration[] };

/**
 * How this version's migrations make the tables of a backup. Throws when it has one that this version does not know, as a newer version's
 * does, or one that is another file here.
 */
export function fitOf(head: Head, known: Migration[]): Fit {
  const ours = new Map(known.map((migration) => [migration.name, migration]));
  const strange = head.migrations.find(({ name }) => !ours.has(name));
  if (strange)
    throw new Error(
      `This backup was made by Keyhold ${head.version} with the migration ${strange.name}, which this version does not have. ` +
        'Restore it with that version or a newer one.',
    );
  const changed = head.migrations.find(({ name, checksum }) => ours.get(name)?.checksum !== checksum);
  if (changed)
    throw new Error(
      `This backup was made with another file ${changed.name} than this version has. Restore it with the version that made it, ` +
        `Keyhold ${head.version}, and upgrade from there.`,
    );
  const before = known.slice(0, head.migrations.length);
  if (before.some(({ name }, at) => head.migrations[at]?.name !== name))
    throw new Error('This backup lacks a migration between those that it was made with.');
  return { before, after: known.slice(before.length) };
}
