import { expect, test } from 'vitest';
import type { Caller, Member } from '../database/caller.ts';
import type { ChangeRow } from './changes.ts';
import type { Feed } from './feed.ts';
import { Hub } from './hub.ts';

const feed = {
  position: '1',
  since: async () => ({ changes: [], position: '1' }),
} as unknown as Feed;
const changeOf = (about: Partial<ChangeRow>): ChangeRow => ({
  companyId: 1,
  topic: 'keyBunches',
  ids: null,
  locations: null,
  userId: null,
  idempotencyKey: null,
  ...about,
});
const member = (locations: number[]) =>
  ({ userId: 7, companyId: 1, role: 'officer', permissions: ['key:view'], locations }) as unknown as Member;

test('P16 a stream that opens while rights are withdrawn is told nothing by the rights from before', async () => {
  const hub = new Hub(() => feed, 60_000);
  const asked: ((read: Member) => void)[] = [];
  const again = () => new Promise<Member>((resolve) => asked.push(resolve));
  const opening = hub.open({ user: { id: 7, companyId: 1 } } as Caller, again, undefined);
  await expect.poll(() => asked.length).toBe(1);
  hub.publish({ changes: [changeOf({ topic: 'users', ids: [7] })], position: '2' });
  hub.publish({ changes: [changeOf({ ids: [42], locations: [1] })], position: '3' });
  hub.publish({ changes: [changeOf({ ids: [43], locations: [2] })], position: '4' });
  // The first read was sent before the withdrawal, any other one after it.
  asked[0]?.(member([1, 2]));
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.(member([2]));
  const stream = await opening;
  let sent = '';
  stream.on('data', (part) => {
    sent += String(part);
  });
  await expect.poll(() => sent).toContain('43');
  hub.publish({ changes: [changeOf({ ids: [44], locations: [1] })], position: '5' });
  hub.publish({ changes: [changeOf({ ids: [45], locations: [2] })], position: '6' });
  await expect.poll(() => sent).toContain('45');
  hub.close();
  expect(sent).not.toMatch(/\[4[24]/);
});

test('a company never has more streams than it leaves free for others', async () => {
  const hub = new Hub(() => feed, 60_000, 30);
  const open = async (companyId: number, id: number) => {
    const who = { ...member([1]), companyId } as Member;
    const opening = hub.open({ user: { id, companyId } } as Caller, async () => who, undefined);
    return opening.then(
      () => 200,
      ({ status }: { status: number }) => status,
    );
  };
  const statuses: number[] = [];
  for (let id = 1; id <= 20; id += 1) statuses.push(await open(1, id));
  expect(statuses).toEqual([...Array(15).fill(200), ...Array(5).fill(503)]);
  expect(await open(2, 100)).toBe(200);
  hub.close();
});
