import {
  CategoryParam,
  ReminderForm,
  ReminderHealth,
  ReminderWish,
  Setting,
  SettingForm,
  SettingPatch,
  Settings,
  StopRemindersForm,
} from '../setting.ts';
import { get, patch, post, remove } from './call.ts';
import { Done } from './plain.ts';

/** Configured key types, statuses, location types and actions. */
export const settingCalls = {
  getSettings: get('/api/settings', { reads: ['settings'], needs: 'company', reply: Settings }),
  createSetting: post('/api/settings/:category', {
    changes: ['settings', 'log'],
    needs: 'system:admin',
    params: { category: CategoryParam },
    body: SettingForm,
    reply: Setting,
    status: 201,
  }),
  updateSetting: patch('/api/settings/:category/:id', {
    changes: ['settings', 'log'],
    needs: 'system:admin',
    params: { category: CategoryParam },
    body: SettingPatch,
    reply: Setting,
  }),
  deleteSetting: remove('/api/settings/:category/:id', {
    changes: ['settings', 'log'],
    needs: 'system:admin',
    params: { category: CategoryParam },
    reply: Done,
  }),
};

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
