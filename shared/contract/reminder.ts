import { ReminderForm, ReminderHealth, ReminderWish, StopRemindersForm } from '../reminder.ts';
import { get, post } from './call.ts';
import { Done } from './plain.ts';

/** Reminder subscriptions and their state. */
export const reminderCalls = {
  getReminderWish: get('/api/reminders', {
    reads: ['me', 'company'],
    needs: 'key:view',
    reply: ReminderWish,
  }),
  saveReminderWish: post('/api/reminders', {
    changes: ['me'],
    needs: 'key:view',
    body: ReminderForm,
    reply: ReminderWish,
  }),
  getReminderHealth: get('/api/reminders/health', {
    reads: ['company'],
    needs: 'system:admin',
    reply: ReminderHealth,
  }),
  stopReminders: post('/api/reminders/stop', {
    changes: ['holders'],
    needs: 'nobody',
    body: StopRemindersForm,
    reply: Done,
  }),
};
