import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { PHOTO_MAX_BYTES } from '../../../shared/limits.ts';
import { dumpCompany } from '../../testing/dump.ts';
import { bomb, DOT, dataUrl, phonePhoto, picture } from '../../testing/photos.ts';
import { childrenOf } from '../../testing/server-process.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';
import { drawPicture } from './photo.ts';

const world = useWorld();
const put = (me: Person, id: number, body: Record<string, unknown>, headers = {}) =>
  me.call('updateKeyBunch', { params: { id }, body, headers });
const one = async (site: Site, id: number) => (await site.admin.call('getKeyBunch', { params: { id } })).body;
const logOf = async (site: Site, id: number) =>
  (await site.admin.call('listAuditLogs', { query: { keyBunchId: id } })).body;
/** Requests the address as a browser does. */
const fetchPhoto = (me: Person, url: string | null, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'GET',
    url: url ?? '',
    headers: { ...(me.cookie && { cookie: me.cookie }), ...headers },
  });

/** A company with a bunch that has a photo. */
async function withPhoto() {
  const site = await makeSite(world);
  const { id } = await site.company.bunch(site.here.id);
  const { body } = await put(site.admin, id, { imageUrl: dataUrl(await picture(), 'image/png') });
  return { site, id, bunch: body };
}

describe('a photo', () => {
  test('API-32 S-34 S-37 is stored by PATCH, at a time of the server’s, and lists never carry it', async () => {
    const site = await makeSite(world);
    const before = await site.company.bunch(site.here.id);
    const sent = {
      imageUrl: dataUrl(await picture({ format: 'jpeg' })),
      imageUpdatedAt: '1999-01-01T00:00:00.000Z',
    };
    const { status, body } = await put(site.admin, before.id, sent);
    expect(status).toBe(200);
    expect(body.imageUrl).toMatch(new RegExp(`^/api/key-bunches/${before.id}/photo\\?v=[0-9a-f]{32}$`));
    expect(body).toEqual({
      ...before,
      hasImage: true,
      imageUrl: body.imageUrl,
      imageUpdatedAt: body.imageUpdatedAt,
      updatedAt: body.updatedAt,
    });
    expect(Date.now() - Date.parse(body.imageUpdatedAt ?? '')).toBeLessThan(60_000);
    expect(body.lastUpdated).toBe(before.lastUpdated);
    expect(body.updatedAt > before.updatedAt).toBe(true);
    for (const name of ['listKeyBunches', 'listAllKeyBunches'] as const) {
      const list = await site.admin.call(name);
      expect(list.body.map(({ hasImage }) => hasImage)).toEqual([true]);
      expect(JSON.stringify(list.body)).not.toMatch(/photo\?v|base64|imageUrl/);
    }
    expect(await one(site, before.id)).toEqual(body);
  });

  test('G23 R26 is shown as a picture and nothing else, and kept by the browser under its hash', async () => {
    const { site, bunch } = await withPhoto();
    const shown = await fetchPhoto(site.admin, bunch.imageUrl);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(shown.rawPayload.length),
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
    });
    const { width, height, format } = await sharp(shown.rawPayload).metadata();
    expect([width, height, format]).toEqual([64, 48, 'webp']);

    const etag = String(shown.headers.etag);
    expect(etag).toMatch(new RegExp(`^"${bunch.imageUrl?.split('v=')[1]}[0-9a-f]{32}"$`));
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const same = await fetchPhoto(site.admin, bunch.imageUrl, { 'if-none-match': tag });
      expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag]);
    }
    const changed = await fetchPhoto(site.admin, bunch.imageUrl, { 'if-none-match': '"other"' });
    expect(changed.statusCode).toBe(200);
    const current = await fetchPhoto(site.admin, bunch.imageUrl?.split('?')[0] ?? '');
    expect(current.rawPayload).toEqual(shown.rawPayload);
    expect(current.headers['cache-control']).toBe('private, no-cache');
  });

  test('G23 what is served has no position, no camera and no orientation left, and stands upright', async () => {
    const { site, id } = await withPhoto();
    const file = await phonePhoto(2400, 1800, 2);
    expect(file.includes('KEYCAM-9') && file.includes('Hannah Boyd')).toBe(true);
    expect((await sharp(file).metadata()).exif?.length).toBeGreaterThan(100);
    const { body } = await put(site.admin, id, { imageUrl: dataUrl(file) });
    const { rawPayload } = await fetchPhoto(site.admin, body.imageUrl);
    const made = await sharp(rawPayload).metadata();
    expect([made.width, made.height]).toEqual([1500, 2000]);
    for (const note of ['exif', 'xmp', 'iptc', 'icc', 'orientation', 'comments'] as const)
      expect(made[note], note).toBeUndefined();
    const text = rawPayload.toString('latin1');
    for (const left of ['KEYCAM', 'Hannah']) expect(text).not.toContain(left);
    expect(chunksOf(rawPayload)).toEqual(['VP8 ']);
    const [stored] = await world.sql<{ bytes: Buffer }>(
      'select bytes from photos where key_bunch_id = $1 and company_id = $2',
      [id, site.company.id],
    );
    expect(stored?.bytes.equals(rawPayload)).toBe(true);
  });

  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('S-37 may arrive as %s', async (format) => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id);
    const sent = await put(site.admin, id, {
      imageUrl: dataUrl(await picture({ format }), `image/${format}`),
    });
    const shown = await fetchPhoto(site.admin, sent.body.imageUrl);
    const { data } = await sharp(shown.rawPayload).raw().toBuffer({ resolveWithObject: true });
    // The colour of the picture, as exact as lossy formats keep it.
    for (const [index, value] of [200, 120, 40].entries())
      expect(Math.abs((data[index] ?? 0) - value), `${format} ${index}`).toBeLessThan(12);
  });

  test('S-34 S-37 S-50 is replaced and removed; each is in the log, none is a movement', async () => {
    const { site, id, bunch } = await withPhoto();
    const replaced = (await put(site.admin, id, { imageUrl: dataUrl(await picture({ red: 20 })) })).body;
    expect(replaced.imageUrl).not.toBe(bunch.imageUrl);
    expect((replaced.imageUpdatedAt ?? '') > (bunch.imageUpdatedAt ?? '')).toBe(true);
    const old = await fetchPhoto(site.admin, bunch.imageUrl);
    expect([old.statusCode, old.json()]).toEqual([404, { message: 'Photo not found', code: 'not_found' }]);

    const officer = await site.company.as('officer', { firstName: 'Hannah', lastName: 'Boyd' });
    const removed = (await put(officer, id, { imageUrl: null })).body;
    expect([removed.hasImage, removed.imageUrl, removed.imageUpdatedAt]).toEqual([false, null, null]);
    expect(removed.lastUpdated).toBe(bunch.lastUpdated);
    expect((await fetchPhoto(site.admin, replaced.imageUrl)).statusCode).toBe(404);
    expect(await world.sql('select hash from photos where key_bunch_id = $1', [id])).toEqual([]);
    const before = await dumpCompany(world, site.company.id);
    expect((await put(site.admin, id, { imageUrl: null })).status).toBe(200);
    expect(await dumpCompany(world, site.company.id)).toBe(before);

    const log = await logOf(site, id);
    expect(log.map(({ action, description }) => `${action}: ${description}`)).toEqual([
      'photo: Photo removed',
      'photo: Photo replaced',
      'photo: Photo added',
      expect.stringMatching(/^create: /),
    ]);
    expect(log[0]?.user?.firstName).toBe('Hannah');
    const [added, second] = [log[2]?.details, log[1]?.details] as {
      from: string | null;
      to: string | null;
    }[];
    expect(added?.from).toBeNull();
    expect(bunch.imageUrl?.endsWith(added?.to?.slice(0, 32) ?? '-')).toBe(true);
    expect([second?.from, log[0]?.details]).toEqual([added?.to, { from: second?.to, to: null }]);
    expect((await site.admin.call('getKeyBunchHistory', { params: { id } })).body).toEqual([]);
  });

  test('S-37 its own address changes nothing, so a whole bunch can be sent back', async () => {
    const { site, id, bunch } = await withPhoto();
    const before = await dumpCompany(world, site.company.id);
    expect((await put(site.admin, id, { imageUrl: bunch.imageUrl })).body).toEqual(bunch);
    expect(await dumpCompany(world, site.company.id)).toBe(before);
    const edited = await put(site.admin, id, { imageUrl: bunch.imageUrl, notes: 'New' });
    expect([edited.body.notes, edited.body.imageUrl]).toEqual(['New', bunch.imageUrl]);
    expect((await logOf(site, id))[0]?.action).toBe('edit');
  });

  test('goes with its bunch when that is deleted, whose log still tells of it (decision 0012)', async () => {
    const { site, id, bunch } = await withPhoto();
    await site.admin.call('deleteKeyBunch', { params: { id }, body: { reason: 'Contract ended' } });
    expect(await world.sql('select hash from photos where key_bunch_id = $1', [id])).toEqual([]);
    const gone = await fetchPhoto(site.admin, bunch.imageUrl);
    expect([gone.statusCode, gone.json()]).toEqual([
      404,
      { message: 'Key set not found', code: 'not_found' },
    ]);
    expect((await logOf(site, id)).map(({ action }) => action)).toEqual(['delete', 'photo', 'create']);
  });

  test('an issued bunch keeps, gets and loses a photo like any other (table b)', async () => {
    const { site, id, bunch } = await withPhoto();
    const issue = { params: { id }, body: { officerName: 'Callum Reid' } };
    expect((await site.admin.call('issueKeyBunch', issue)).body.imageUrl).toBe(bunch.imageUrl);
    expect((await put(site.admin, id, { imageUrl: DOT })).status).toBe(200);
    expect((await put(site.admin, id, { imageUrl: null })).body.status).toBe('issued');
  });
});

describe('who may', () => {
  test('P15 key:view sees, key:edit changes, and nobody beyond company and locations learns of it', async () => {
    const { site, id, bunch } = await withPhoto();
    const stranger = (await world.newCompany()).admin;
    const elsewhere = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    const viewer = await site.company.as('viewer');
    const blind = await site.company.as('officer', { permissions: ['key:edit'] });
    const never = await fetchPhoto(stranger, (bunch.imageUrl ?? '').replace(`/${id}/`, '/2000000000/'));
    for (const person of [stranger, elsewhere]) {
      const answer = await fetchPhoto(person, bunch.imageUrl);
      expect([answer.statusCode, answer.body]).toEqual([404, never.body]);
      expect(answer.headers.etag).toBeUndefined();
      expect((await fetchPhoto(person, bunch.imageUrl, { 'if-none-match': '*' })).statusCode).toBe(404);
      expect((await put(person, id, { imageUrl: DOT })).status).toBe(404);
    }
    expect((await fetchPhoto(viewer, bunch.imageUrl)).statusCode).toBe(200);
    for (const imageUrl of [DOT, null]) expect((await put(viewer, id, { imageUrl })).status).toBe(403);
    expect((await fetchPhoto(blind, bunch.imageUrl)).statusCode).toBe(403);
    expect((await fetchPhoto(world.visitor, bunch.imageUrl)).statusCode).toBe(401);
    expect(await one(site, id)).toEqual(bunch);
  });
});

const NOT_IMAGE = 'Please select an image file (JPG, PNG, etc.)';
const UNREADABLE = 'Failed to process image. Please try again.';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const PAGE = '<!doctype html><script>alert(1)</script>';
const text = (content: string) => Buffer.from(content);
const joined = async (format: 'jpeg' | 'png' | 'gif' | 'webp', tail: string) =>
  Buffer.concat([await picture({ format }), Buffer.from(tail, 'latin1')]);
const half = (file: Buffer) => file.subarray(0, file.length / 2);

/** Refused input: the name, the status, the text and the input. */
const REFUSED: [string, number, string, () => Promise<string> | string][] = [
  ['an SVG', 400, NOT_IMAGE, () => dataUrl(text(SVG), 'image/svg+xml')],
  ['an SVG that says it is a PNG', 400, NOT_IMAGE, () => dataUrl(text(SVG), 'image/png')],
  ['a page', 400, NOT_IMAGE, () => dataUrl(text(PAGE), 'text/html')],
  ['a page that says it is a JPEG', 400, NOT_IMAGE, () => dataUrl(text(PAGE))],
  [
    'a GIF that is a script',
    400,
    NOT_IMAGE,
    () => dataUrl(text('GIF89a/*<script>*/=1;alert(1)'), 'image/gif'),
  ],
  ['a JPEG that is a page', 400, NOT_IMAGE, async () => dataUrl(await joined('jpeg', PAGE))],
  [
    'a PNG that is a program',
    400,
    NOT_IMAGE,
    async () => dataUrl(await joined('png', '<?php 1;'), 'image/png'),
  ],
  [
    'a GIF that is an archive',
    400,
    NOT_IMAGE,
    async () => dataUrl(await joined('gif', `PK\x05\x06${'\0'.repeat(18)}`), 'image/gif'),
  ],
  [
    'a WebP that is a document',
    400,
    NOT_IMAGE,
    async () => dataUrl(await joined('webp', '%PDF-1.7'), 'image/webp'),
  ],
  [
    'a TIFF',
    400,
    NOT_IMAGE,
    async () =>
      dataUrl(
        await sharp(await picture())
          .tiff()
          .toBuffer(),
        'image/png',
      ),
  ],
  [
    'an AVIF',
    400,
    NOT_IMAGE,
    async () =>
      dataUrl(
        await sharp(await picture())
          .avif()
          .toBuffer(),
        'image/webp',
      ),
  ],
  ['half a JPEG', 400, UNREADABLE, async () => dataUrl(half(await phonePhoto(400, 300)))],
  [
    'half a PNG',
    400,
    UNREADABLE,
    async () =>
      dataUrl(
        half(
          await sharp(await phonePhoto(400, 300))
            .png()
            .toBuffer(),
        ),
        'image/png',
      ),
  ],
  [
    'half a GIF',
    400,
    UNREADABLE,
    async () =>
      dataUrl(
        half(
          await sharp(await phonePhoto(400, 300))
            .gif()
            .toBuffer(),
        ),
        'image/gif',
      ),
  ],
  [
    'half a WebP',
    400,
    UNREADABLE,
    async () =>
      dataUrl(
        half(
          await sharp(await phonePhoto(400, 300))
            .webp()
            .toBuffer(),
        ),
        'image/webp',
      ),
  ],
  [
    'the head of a JPEG and noise',
    400,
    UNREADABLE,
    () => dataUrl(Buffer.concat([Buffer.from([255, 216, 255, 224]), Buffer.alloc(500, 7)])),
  ],
  ['a bomb of 12,000 by 12,000', 400, 'Image is too large', () => dataUrl(bomb(12_000, 12_000), 'image/png')],
  ['a bomb of 20,000 by 20,000', 400, 'Image is too large', () => dataUrl(bomb(20_000, 20_000), 'image/png')],
  ['a strip of 12,000 by 1', 400, 'Image is too large', () => dataUrl(bomb(12_000, 1), 'image/png')],
  ['5 MB and a byte', 413, 'Image is too large', () => dataUrl(Buffer.alloc(PHOTO_MAX_BYTES + 1, 255))],
  [
    'more than the request may hold',
    413,
    'Image is too large',
    () => dataUrl(Buffer.alloc(8 * 1024 * 1024, 255)),
  ],
  ['an address elsewhere', 400, NOT_IMAGE, () => 'https://evil.example/photo.png'],
  ['a script', 400, NOT_IMAGE, () => 'javascript:alert(1)'],
  ['the address of another photo', 400, NOT_IMAGE, () => `/api/key-bunches/1/photo?v=${'0'.repeat(32)}`],
  ['no base64', 400, NOT_IMAGE, () => 'data:image/png;base64,<script>'],
  ['an empty file', 400, NOT_IMAGE, () => 'data:image/png;base64,'],
  ['a data URL that is not base64', 400, NOT_IMAGE, () => `data:image/png,${encodeURIComponent(SVG)}`],
  ['nothing', 400, NOT_IMAGE, () => ''],
];

describe('refused, and nothing is stored', () => {
  for (const [title, status, message, make] of REFUSED) {
    const row = title.startsWith('5 MB') ? 'CONST-07 ' : '';
    test(`${row}G23 ${title}`, async () => {
      const { site, id, bunch } = await withPhoto();
      const before = await dumpCompany(world, site.company.id);
      const sent = { imageUrl: await make(), notes: 'Not kept either' };
      const answer = await put(site.admin, id, sent, { 'idempotency-key': randomUUID() });
      expect([answer.status, answer.body.message]).toEqual([status, message]);
      if (status === 400) expect(answer.body.errors).toEqual({ imageUrl: message });
      expect(await dumpCompany(world, site.company.id)).toBe(before);
      expect(await one(site, id)).toEqual(bunch);
    });
  }

  test('CONST-07 exactly 5 MB is taken', async () => {
    const { site, id } = await withPhoto();
    const file = await picture({ format: 'jpeg' });
    const full = Buffer.concat([file, Buffer.alloc(PHOTO_MAX_BYTES - file.length, 32)]);
    const { status, body } = await put(site.admin, id, { imageUrl: dataUrl(full) });
    expect(status).toBe(200);
    expect((await fetchPhoto(site.admin, body.imageUrl)).rawPayload.length).toBeLessThan(1000);
  });

  test('R22 only the picture may make a body large, and only of this call', async () => {
    const { site, id } = await withPhoto();
    const viewer = await site.company.as('viewer');
    const before = await dumpCompany(world, site.company.id);
    const padding = 'x'.repeat(101 * 1024);
    for (const body of [
      { notes: 'N', padding },
      { imageUrl: null, padding },
      { imageUrl: DOT, padding },
    ]) {
      const { status, body: refused } = await put(site.admin, id, body);
      expect([status, refused.message]).toEqual([413, 'The request is too large']);
    }
    const url = dataUrl(Buffer.alloc(150 * 1024));
    for (const name of ['issueKeyBunch', 'moveKeyBunch', 'linkNfc'] as const) {
      const { status } = await site.admin.call(name, { params: { id }, body: { imageUrl: url } });
      expect(status, name).toBe(413);
    }
    // Without the right, a large body is not read at all.
    expect((await put(viewer, id, { imageUrl: dataUrl(Buffer.alloc(PHOTO_MAX_BYTES)) })).status).toBe(403);
    expect(await dumpCompany(world, site.company.id)).toBe(before);
  });
});

describe('many at once', () => {
  test('one intention sent five times is one photo and one entry, and the picture is not kept with the key', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id);
    const headers = { 'idempotency-key': randomUUID() };
    const imageUrl = dataUrl(await phonePhoto(400, 300));
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => put(site.admin, id, { imageUrl }, headers)),
    );
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
    expect((await logOf(site, id)).map(({ action }) => action)).toEqual(['photo', 'create']);
    const [kept] = await world.sql<{ size: number }>(
      'select length(to_jsonb(k)::text) as size from idempotency_keys k where key = $1',
      [headers['idempotency-key']],
    );
    expect(kept?.size).toBeLessThan(3000);
  });

  test('is drawn in a process that gives way to the server, and whose end costs one answer', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id);
    const file = dataUrl(await phonePhoto(2400, 1800));
    const sent = put(site.admin, id, { imageUrl: file });
    await expect.poll(() => drawers()).toHaveLength(1);
    const [drawer = Number.NaN] = drawers();
    expect((await sent).status).toBe(200);
    const threads = readdirSync(`/proc/${drawer}/task`).map(Number);
    expect(threads.length).toBeGreaterThan(4);
    for (const thread of threads) expect(getPriority(thread)).toBeGreaterThan(getPriority());
    const lost = put(site.admin, id, { imageUrl: file });
    const end = setTimeout(() => process.kill(drawer, 'SIGKILL'), 50);
    const { status, headers } = await lost;
    clearTimeout(end);
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect((await put(site.admin, id, { imageUrl: file })).status).toBe(200);
    expect(drawers()).not.toContain(drawer);
  }, 30_000);

  test('is not lost when the process that drew the last one before an idle minute is still ending', async () => {
    const file = dataUrl(await phonePhoto(800, 600));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await drawPicture(file);
      const [old = Number.NaN] = drawers();
      process.kill(old, 'SIGSTOP');
      vi.advanceTimersByTime(60_000);
      const drawing = drawPicture(file);
      process.kill(old, 'SIGKILL');
      expect((await drawing).mediaType).toBe('image/webp');
      expect(drawers()).not.toContain(old);
    } finally {
      vi.useRealTimers();
    }
  }, 30_000);

  test('twenty photos at once are all stored, and keys are issued meanwhile', async () => {
    const site = await makeSite(world);
    const people = await Promise.all(Array.from({ length: 5 }, () => site.company.as('officer')));
    const bunches = await Promise.all(Array.from({ length: 20 }, () => site.company.bunch(site.here.id)));
    const file = dataUrl(await phonePhoto(400, 300));
    const sent = bunches.map(({ id }, index) => put(people[index % 5] as Person, id, { imageUrl: file }));
    const started = performance.now();
    const issued = await site.admin.call('issueKeyBunch', {
      params: { id: bunches[0]?.id ?? 0 },
      body: { officerName: 'Callum Reid' },
    });
    const waited = performance.now() - started;
    expect(issued.status).toBe(200);
    const all = Promise.all(sent);
    expect((await all).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(waited).toBeLessThan((performance.now() - started) / 2);
    const stored = await world.sql('select 1 from photos where company_id = $1', [site.company.id]);
    expect(stored).toHaveLength(20);
  }, 60_000);
});

const drawers = () => childrenOf(process.pid).filter((pid) => commandOf(pid).includes('encode.ts'));

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The names of the chunks of a WebP file: the picture and any metadata. */
function chunksOf(file: Buffer): string[] {
  const names: string[] = [];
  for (let at = 12; at + 8 <= file.length; at += 8 + Math.ceil(file.readUInt32LE(at + 4) / 2) * 2)
    names.push(file.toString('latin1', at, at + 4));
  return names;
}
