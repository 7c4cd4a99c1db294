import type * as z from 'zod/mini';
import { api, type CallName } from '../../shared/api.ts';
import { SetupForm } from '../../shared/company.ts';

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
  if (def.type === 'object') return def.shape ?? null;
  return def.innerType ? shapeOf(def.innerType) : null;
}
