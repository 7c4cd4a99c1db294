import type * as z from 'zod/mini';
import { api, type CallName } from '../../shared/api.ts';
import { SetupForm } from '../../shared/company.ts';
import type { Sample } from './sample.ts';
import { apiTokenSamples, authSamples, secondFactorSamples, userSamples } from './samples/account.ts';
import { approvalSamples } from './samples/approval.ts';
import {
  activitySamples,
  companySamples,
  liveSamples,
  reminderSamples,
  settingSamples,
  webhookSamples,
} from './samples/company.ts';
import { custodySamples, dashboardSamples, reservationSamples } from './samples/custody.ts';
import { auditSamples, bulkMoveSamples, movementSamples } from './samples/history.ts';
import { keyBunchSamples, labelSamples } from './samples/key-bunch.ts';
import { kioskSamples } from './samples/kiosk.ts';
import { outboxSamples, paperSamples } from './samples/outbox.ts';
import { holderSamples, importSamples, locationSamples, premisesSamples } from './samples/register.ts';
import { roomHandoverSamples } from './samples/room-handover.ts';
import type { Site } from './site.ts';
import type { Input, Person } from './world.ts';

/** One valid input of every call. A call of the contract without one does not compile. */
export const samples: { [N in CallName]: Sample<N> } = {
  ...authSamples,
  ...companySamples,
  ...locationSamples,
  ...keyBunchSamples,
  ...custodySamples,
  ...outboxSamples,
  ...reservationSamples,
  ...roomHandoverSamples,
  ...kioskSamples,
  ...approvalSamples,
  ...paperSamples,
  ...holderSamples,
  ...premisesSamples,
  ...importSamples,
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
  file?: Buffer;
};

/** Valid input of any call. */
export const inputOf = async (name: CallName, site: Site, me: Person): Promise<AnyInput> =>
  (await samples[name].input(site, me)) as AnyInput;

/** Sends any input to any call. */
export const send = (me: Person, name: CallName, input: AnyInput) => me.call(name, input as Input<CallName>);

/** Whether a call reads a body that has named fields. */
export function bodyShapeOf(name: CallName): Record<string, z.ZodMiniType> | null {
  if (name === 'setUpCompany') return SetupForm.shape;
  const entry = api[name];
  return 'body' in entry ? shapeOf(entry.body) : null;
}

export function queryShapeOf(name: CallName): Record<string, z.ZodMiniType> | null {
  const entry = api[name];
  return 'query' in entry ? shapeOf(entry.query) : null;
}

type Inner = { type: string; shape?: Record<string, z.ZodMiniType>; innerType?: z.ZodMiniType };

/** The fields of an object schema, also of an optional one; null for a schema without fields. */
function shapeOf(schema: z.ZodMiniType): Record<string, z.ZodMiniType> | null {
  const def = schema._zod.def as Inner;
  if (def.type === 'object') return def.shape && Object.keys(def.shape).length > 0 ? def.shape : null;
  return def.innerType ? shapeOf(def.innerType) : null;
}
