import { expect } from 'vitest';
import type * as z from 'zod/mini';
import type { PaperForm } from '../../shared/paper.ts';
import { makeSite, staffOf } from './site.ts';
import type { Person, World } from './world.ts';

/** A line of a sheet as it is sent. */
export type PaperLineSent = z.input<typeof PaperForm>['lines'][number];

/** A minute of the past, as a sheet has it. */
export const minutesAgo = (minutes: number) =>
  new Date(Math.floor(Date.now() / 60_000 - minutes) * 60_000).toISOString();

/** A site with a desk and two people who may have keys, and ways to make sets and to send a sheet. */
export async function makePaperRoom(world: World) {
  const site = await makeSite(world);
  const sian = await site.company.as('officer', { firstName: 'Siân', lastName: 'Morgan' });
  const personOf = async (firstName: string) =>
    staffOf(site, (await site.company.as('officer', { firstName, lastName: 'Lowe' })).id);
  const [gareth, bethan] = [await personOf('Gareth'), await personOf('Bethan')];
  const newSet = async (about: Record<string, unknown> = {}) =>
    (await site.company.bunch(site.here.id, { keyCount: 3, fobCount: 0, ...about })).id;
  const send = (lines: Omit<PaperLineSent, 'line'>[], { by = sian as Person, dryRun = false } = {}) =>
    by.call('recordPaper', {
      body: {
        ...{ dryRun, locationId: site.here.id, sheet: 'P-0319, page 3', writtenBy: 'Tom Whitaker' },
        lines: lines.map((line, index) => ({ ...line, line: index + 1 })),
      },
    });
  const answersOf = async (...sent: Parameters<typeof send>) => {
    const { status, body } = await send(...sent);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.answers;
  };
  const read = async (id: number) => (await site.admin.call('getKeyBunch', { params: { id } })).body;
  const history = async (keyBunchId: number) =>
    (await site.admin.call('listMovements', { query: { keyBunchId: String(keyBunchId) } })).body;
  const issue = (id: number, holderId: number) =>
    site.admin.call('issueKeyBunch', { params: { id }, body: { holderId } });
  return { site, sian, gareth, bethan, newSet, send, answersOf, read, history, issue };
}
