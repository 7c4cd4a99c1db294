import type { roomHandoverCalls } from '../../../shared/contract/room-handover.ts';
import { idPage, type SamplesOf, staff } from '../sample.ts';
import { endRoomHandover, holderOf, roomHandoverOf, type Site } from '../site.ts';
import { PASSWORD } from '../world.ts';

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

/** An open handover. */
const opened = async (site: Site) => ({ id: await roomHandoverOf(site) });

export const roomHandoverSamples: SamplesOf<typeof roomHandoverCalls> = {
  listRoomHandovers: {
    access: staff,
    input: (site) => ({ query: { ...idPage, locationId: site.here.id, state: 'open' } }),
    names: { locationId: 'location' },
  },
  getRoomHandover: {
    access: staff,
    id: 'roomHandover',
    input: async (site) => ({ params: await opened(site) }),
  },
  beginRoomHandover: {
    access: staff,
    input: async (site) => {
      await endRoomHandover(site, site.here.id);
      return { body: { locationId: site.here.id, since: hours(-2), aloneReason: 'Went home ill' } };
    },
    names: { locationId: 'location' },
  },
  updateRoomHandover: {
    access: staff,
    id: 'roomHandover',
    input: async (site) => ({
      params: await opened(site),
      body: {
        check: { kind: 'none', reason: 'Too busy' },
        checkWas: null,
        notes: 'The locksmith comes at 06:30',
        notesWere: '',
      },
    }),
  },
  answerRoomHandover: {
    access: staff,
    id: 'roomHandover',
    input: async (site) => {
      const id = await roomHandoverOf(site);
      const { id: keyBunchId } = await site.company.bunch(site.here.id);
      await site.admin.call('updateKeyBunch', { params: { id: keyBunchId }, body: { status: 'missing' } });
      return {
        params: { id },
        body: {
          items: [{ keyBunchId, saidAt: null }],
          word: 'person',
          holderId: await holderOf(site),
          until: hours(2),
          note: 'Called twice',
        },
      };
    },
  },
  signRoomHandover: {
    access: staff,
    id: 'roomHandover',
    // Another person begins it, so that the caller signs out of turn.
    refused: 409,
    input: async (site, me) => {
      const id = await roomHandoverOf(site);
      const read = await site.admin.call('getRoomHandover', { params: { id } });
      const { figures, read: was } = read.body;
      if (!figures) throw new Error('An open handover has figures');
      return {
        params: { id },
        body: { side: 'outgoing', figures, read: was, proof: `of ${me.email}` },
      };
    },
  },
  cancelRoomHandover: {
    access: staff,
    id: 'roomHandover',
    input: async (site) => ({ params: await opened(site), body: {} }),
  },
  listFormerRoomHandovers: {
    access: staff,
    input: () => ({
      query: {
        limit: 5,
        cursor: Buffer.from(JSON.stringify([9, '2020-01-01T00:00:00Z', 1])).toString('base64url'),
      },
    }),
  },
  proveSigner: {
    access: 'session',
    // No such handover, for any caller.
    refused: 404,
    input: (site) => ({
      body: { roomHandoverId: 2_000_000_000, email: site.admin.email, password: PASSWORD },
    }),
  },
};
