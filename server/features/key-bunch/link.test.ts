import { beforeAll, describe, expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});

const link = (id: number, nfcSerial: string, by: Pick<Site['admin'], 'call'> = site.admin) =>
  by.call('linkNfc', { params: { id }, body: { nfcSerial } });

describe('the tag of a bunch', () => {
  test('NFC-16 a tag of another bunch is refused with the name of that bunch, whatever its spelling', async () => {
    const has = await site.company.bunch(site.here.id, { nfcSerial: '04:A2:2F:1B:6C:80' });
    const wants = await site.company.bunch(site.here.id);
    for (const serial of ['04A22F1B6C80', '04:a2:2f:1b:6c:80', ' 04-a2-2f-1b-6c-80 ', '04 A2 2F.1B.6C_80']) {
      const { status, body } = await link(wants.id, serial);
      expect({ status, body }).toEqual({
        status: 409,
        body: {
          message: `This NFC tag is already linked to key bunch ${has.identifier}`,
          code: 'nfc_in_use',
          identifier: has.identifier,
        },
      });
    }
    const { body } = await site.admin.call('getKeyBunch', { params: { id: wants.id } });
    expect(body.nfcSerial).toBeNull();
  });

  test('is not linked to a bunch that changed since it was read (If-Match)', async () => {
    const { id, updatedAt } = await site.company.bunch(site.here.id);
    await site.admin.call('updateKeyBunch', { params: { id }, body: { notes: 'Of a colleague' } });
    const headers = { 'if-match': `"${updatedAt}"` };
    const body = { nfcSerial: '04:A2:2F:1B:6C:91' };
    const stale = await site.admin.call('linkNfc', { params: { id }, body, headers });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect((await link(id, body.nfcSerial)).status).toBe(200);
  });

  test('D-18 a serial that is made up at each tap is refused with the reason, linked, added, edited or imported', async () => {
    const { id } = await site.company.bunch(site.here.id);
    const why =
      "This tag's serial changes on every tap, as on phones and bank cards. Use an NFC sticker or fob.";
    for (const nfcSerial of ['08:3A:91:0C', '083a910c', ' 08-3A-91-0C ']) {
      const body = { identifier: 'RANDOM', currentTag: '1', locationId: site.here.id, nfcSerial };
      for (const answer of [
        await link(id, nfcSerial),
        await site.admin.call('createKeyBunch', { body }),
        await site.admin.call('updateKeyBunch', { params: { id }, body: { nfcSerial } }),
      ])
        expect([answer.status, answer.body.errors]).toEqual([400, { nfcSerial: why }]);
      const rows = [{ identifier: 'RANDOM', type: 'static', location: site.here.name, nfcSerial }];
      const checked = await site.admin.call('checkImport', { body: { kind: 'key_sets', rows } });
      expect(checked.body.rows[0]?.errors).toEqual({ nfcSerial: why });
    }
    // A serial of seven bytes, or of four with another beginning, is permanent.
    for (const nfcSerial of ['083A910C112233', '183A910C', '0X3A910C'])
      expect((await link((await site.company.bunch(site.here.id)).id, nfcSerial)).status).toBe(200);
  });

  test('S-62 a serial that outgrows its field in upper case is refused like any other that is too long', async () => {
    const { id } = await site.company.bunch(site.here.id);
    const { body: session } = await site.admin.call('startAudit', { body: { locationId: site.here.id } });
    const nfcSerial = 'ß'.repeat(255);
    const identifier = 'OUTGROWN';
    const message = 'Must be at most 255 characters';
    for (const { status, body } of [
      await link(id, nfcSerial),
      await site.admin.call('updateKeyBunch', { params: { id }, body: { nfcSerial } }),
      await site.admin.call('createKeyBunch', {
        body: { identifier, currentTag: '1', locationId: site.here.id, nfcSerial },
      }),
      await site.admin.call('scanAudit', { body: { auditSessionId: session.id, nfcSerial } }),
    ])
      expect([status, body]).toEqual([400, { message, code: 'invalid', errors: { nfcSerial: message } }]);
  });

  test('NFC-16 where the other bunch is out of sight, its name is not told', async () => {
    const has = await site.company.bunch(site.there.id, { nfcSerial: '04B1' });
    const wants = await site.company.bunch(site.here.id);
    const officer = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
    const { status, body } = await link(wants.id, '04b1', officer);
    expect(status).toBe(409);
    expect(body).toEqual({ message: 'This NFC tag is already linked', code: 'nfc_in_use' });
    expect(JSON.stringify(body)).not.toContain(has.identifier);
  });

  test('NFC-16 of many bunches that want one tag at once, one gets it', async () => {
    const wanting = await Promise.all(Array.from({ length: 8 }, () => site.company.bunch(site.here.id)));
    const answers = await Promise.all(wanting.map(({ id }) => link(id, '04C0FFEE')));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(lost.map(({ status, body }) => [status, body.code])).toEqual(lost.map(() => [409, 'nfc_in_use']));
    const { body: found } = await site.admin.call('listKeyBunches', { query: { nfcSerial: '04:c0:ff:ee' } });
    expect(found.map(({ id }) => id)).toEqual([won[0]?.body.id]);
  });

  test('S-32 an unlinked tag is free for another bunch, and unlinking twice changes nothing', async () => {
    const has = await site.company.bunch(site.here.id, { nfcSerial: '04D1' });
    const wants = await site.company.bunch(site.here.id);
    const unlink = () => site.admin.call('unlinkNfc', { params: { id: has.id } });
    const freed = await unlink();
    expect(freed.body.nfcSerial).toBeNull();
    expect((await unlink()).body.updatedAt).toBe(freed.body.updatedAt);
    expect((await link(wants.id, '04d1')).body.nfcSerial).toBe('04D1');
    const { body: logs } = await site.admin.call('listAuditLogs', { query: { keyBunchId: has.id } });
    expect(logs.map(({ action }) => action)).toEqual(['nfc_unlink', 'create']);
  });
});
