import type * as z from 'zod/mini';
import { REFUSALS } from '../shared/messages.ts';
import { refuse } from './refusal.ts';

/** Parses a value by a schema, or 400 with the first fault as message and a text for each field, named by `nameOf`. */
export function parse<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  nameOf: (path: readonly PropertyKey[]) => string = (path) => path.join('.'),
): z.output<S> {
  const parsed = tried(schema, value);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const field = nameOf(issue.path);
    const message = issue.message === 'Invalid input' ? REFUSALS.badBody : issue.message;
    errors[field] ??= message;
  }
  const first = Object.values(errors)[0] ?? REFUSALS.badBody;
  const { '': whole, ...fields } = errors;
  throw refuse(400, whole ?? first, Object.keys(fields).length > 0 ? { errors: fields } : {});
}

/** A length check calls `length` of any object, which may throw. */
function tried<S extends z.ZodMiniType>(schema: S, value: unknown) {
  try {
    return schema.safeParse(value);
  } catch {
    throw refuse(400, REFUSALS.badBody);
  }
}
