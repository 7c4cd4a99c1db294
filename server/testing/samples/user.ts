import { randomUUID } from 'node:crypto';
import type { userCalls } from '../../../shared/contract/user.ts';
import { owner, type SamplesOf } from '../sample.ts';
import { PASSWORD } from '../world.ts';

export const userSamples: SamplesOf<typeof userCalls> = {
  listUsers: { access: owner, input: () => ({}) },
  createUser: {
    access: owner,
    input: (site) => ({
      body: {
        email: `${randomUUID()}@example.com`,
        firstName: 'Ines',
        lastName: 'Moreau',
        role: 'officer',
        customPermissions: ['key:move'],
        allowedLocationIds: [site.here.id],
        isActive: true,
      },
    }),
  },
  updateUser: {
    access: 'member',
    id: 'user',
    input: async (site, me) => {
      const { permissions, allowedLocationIds, role } = (await me.call('getMe')).body;
      const [stored] = await site.world.sql<{ custom: string[] }>(
        'select custom_permissions as custom from users where id = $1',
        [me.id],
      );
      return {
        params: { id: me.id },
        body: {
          firstName: 'Ines',
          lastName: 'Moreau',
          email: `${randomUUID()}@example.com`,
          currentPassword: PASSWORD,
          role,
          permissions,
          customPermissions: stored?.custom ?? [],
          allowedLocationIds,
          isActive: true,
          companyId: me.companyId,
        },
      };
    },
  },
  inviteUser: {
    access: owner,
    id: 'user',
    input: async (site) => ({ params: { id: (await site.company.as('viewer')).id }, body: {} }),
  },
};
