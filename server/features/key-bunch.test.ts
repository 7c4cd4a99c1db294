import { describe, expect, test } from 'vitest';
import { useWorld } from '../testing/world.ts';

const world = useWorld();

describe('issue', () => {
  test('STATE-02 STATE-09 API-37 issuing sets the status, names the holder and records the movement', async () => {
    const company = await world.newCompany();
    const site = await company.location();
    const bunch = await company.bunch(site.id);
    const body = { officerName: 'Callum Reid', purpose: 'Alarm response', newTag: '999', notes: 'Side door' };
    const issued = await company.admin.call('issueKeyBunch', { params: { id: bunch.id }, body });
    expect(issued.body).toMatchObject({
      status: 'issued',
      holder: { name: 'Callum Reid', userId: null },
      currentTag: bunch.currentTag,
    });
    const history = await company.admin.call('listMovements');
    expect(history.body).toHaveLength(1);
    expect(history.body[0]).toMatchObject({
      action: 'issue',
      actionType: 'issue',
      notes: 'Side door',
      oldTag: bunch.currentTag,
      newTag: '999',
      userId: company.admin.id,
      details: { officer: 'Callum Reid', purpose: 'Alarm response' },
    });
  });

  test('of fifty simultaneous issues one succeeds and the rest are told who has the keys', async () => {
    const company = await world.newCompany();
    const site = await company.location();
    const bunch = await company.bunch(site.id);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        company.admin.call('issueKeyBunch', {
          params: { id: bunch.id },
          body: { officerName: `Officer ${n}` },
        }),
      ),
    );
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(refused).toHaveLength(49);
    for (const { status, body } of refused) {
      expect(status).toBe(409);
      expect(body.message).toBe('Keys are already issued');
      expect(body.detail).toMatch(/^Issued to Officer \d+ just now\.$/);
    }
    expect((await company.admin.call('listMovements')).body).toHaveLength(1);
  });
});
