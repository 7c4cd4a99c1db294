import { api, type CallName } from '../../shared/api.ts';
import type { Sample } from './sample.ts';
import { activitySamples } from './samples/activity.ts';
import { apiTokenSamples } from './samples/api-token.ts';
import { auditSamples } from './samples/audit.ts';
import { authSamples } from './samples/auth.ts';
import { backupSamples } from './samples/backup.ts';
import { bulkMoveSamples } from './samples/bulk-move.ts';
import { companySamples } from './samples/company.ts';
import { custodySamples } from './samples/custody.ts';
import { dashboardSamples } from './samples/dashboard.ts';
import { deskSamples } from './samples/desk.ts';
import { holderSamples } from './samples/holder.ts';
import { importSamples } from './samples/import.ts';
import { keyBunchSamples } from './samples/key-bunch.ts';
import { labelSamples } from './samples/label.ts';
import { liveSamples } from './samples/live.ts';
import { locationSamples } from './samples/location.ts';
import { movementSamples } from './samples/movement.ts';
import { premisesSamples } from './samples/premises.ts';
import { reminderSamples } from './samples/reminder.ts';
import { secondFactorSamples } from './samples/second-factor.ts';
import { settingSamples } from './samples/setting.ts';
import { userSamples } from './samples/user.ts';
import { webhookSamples } from './samples/webhook.ts';
import type { Site } from './site.ts';
import type { Input, Person } from './world.ts';

/** One valid input of every call. A call of the contract without one does not compile. */
export const samples: { [N in CallName]: Sample<N> } = {
  ...authSamples,
  ...companySamples,
  ...locationSamples,
  ...keyBunchSamples,
  ...custodySamples,
  ...holderSamples,
  ...premisesSamples,
  ...importSamples,
  ...deskSamples,
  ...labelSamples,
  ...reminderSamples,
  ...bulkMoveSamples,
  ...auditSamples,
  ...movementSamples,
  ...activitySamples,
  ...dashboardSamples,
  ...settingSamples,
  ...userSamples,
  ...apiTokenSamples,
  ...webhookSamples,
  ...backupSamples,
  ...liveSamples,
  ...secondFactorSamples,
};

export const CALLS = Object.keys(api) as CallName[];

/** A sample without its types: tests that loop over the contract send inputs no type could describe. */
export type AnyInput = {
  params?: Record<string, number | string>;
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
};

/** Valid input of any call. */
export const inputOf = async (name: CallName, site: Site, me: Person): Promise<AnyInput> =>
  (await samples[name].input(site, me)) as AnyInput;

/** Sends any input to any call. */
export const send = (me: Person, name: CallName, input: AnyInput) => me.call(name, input as Input<CallName>);
