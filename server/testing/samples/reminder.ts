import { createHash, randomUUID } from 'node:crypto';
import type { reminderCalls } from '../../../shared/contract/reminder.ts';
import { everyone, owner, type SamplesOf } from '../sample.ts';
import { holderOf } from '../site.ts';

export const reminderSamples: SamplesOf<typeof reminderCalls> = {
  getReminderWish: { access: everyone, input: () => ({}) },
  saveReminderWish: { access: everyone, input: () => ({ body: { wish: 'daily' as const, time: '08:00' } }) },
  getReminderHealth: { access: owner, input: () => ({}) },
  stopReminders: {
    access: 'anyone',
    input: async (site) => {
      const token = randomUUID();
      await site.world.sql(
        'insert into unsubscribe_tokens (token_hash, company_id, holder_id) values ($1, $2, $3)',
        [createHash('sha256').update(token).digest('hex'), site.company.id, await holderOf(site)],
      );
      return { body: { token } };
    },
  },
};
