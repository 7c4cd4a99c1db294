import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../testing/server-process.ts';
import { makeSite, premisesOf } from '../testing/site.ts';
import { useWorld } from '../testing/world.ts';

const world = useWorld({});

test('the operator writes the registers of a company into a folder, without sites and readable by no other user', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-register-'));
  try {
    const site = await makeSite(world);
    const other = await makeSite(world);
    const theirs = await other.company.bunch(other.here.id);
    const { id, identifier } = await site.company.bunch(site.here.id, { position: 'A <1>' });
    await premisesOf(site, id);
    await site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Owen & Co' } });
    const { slug } = (await site.admin.call('getCompany')).body;
    const write = (...words: string[]) => run('register-sheet', { DATABASE_URL: world.databaseUrl }, words);
    const to = join(folder, 'paper');
    expect((await write(slug, '--to', to)).code).toBe(0);
    const files = await readdir(to);
    expect(files).toHaveLength(2);
    const file = files.find((name) => name.startsWith(`register-${slug}-${site.here.id}-`)) ?? '';
    const text = await readFile(join(to, file), 'utf8');
    expect(text).toMatch(/As of .*Written by the server, not numbered/s);
    expect(text).toContain(identifier);
    expect(text).toContain('<bdi>Owen &amp; Co</bdi>');
    expect(text).toContain('A &lt;1&gt;');
    expect(text).not.toMatch(/Pier Estates/);
    expect(text).not.toContain(theirs.identifier);
    expect((await stat(join(to, file))).mode & 0o077).toBe(0);

    for (const words of [
      [slug],
      [slug, '--to', to, '--location', 'Nowhere'],
      ['nowhere', '--to', to],
      ['--to', to],
    ]) {
      const { code, said } = await write(...words);
      expect([code, said], words.join(' ')).toEqual([
        1,
        expect.stringMatching(/Usage|no location|no company/),
      ]);
    }
    expect(await readdir(to)).toEqual(files);
    const taken = await write(slug, '--to', join(to, file));
    expect([taken.code, taken.said]).toEqual([
      1,
      expect.stringMatching(/can't be made: a file has this name/),
    ]);
    const blocked = join(folder, 'blocked');
    await mkdir(join(blocked, file, 'x'), { recursive: true });
    const failed = await write(slug, '--to', blocked);
    expect([failed.code, failed.said]).toEqual([
      1,
      expect.stringMatching(/^The register of .* can't be written/m),
    ]);
    expect((await readdir(blocked)).filter((name) => name.endsWith('.part'))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
