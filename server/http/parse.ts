import type * as z from 'zod/mini';
import { REFUSALS } from '../../shared/messages.ts';
import { refuse } from '../refusal.ts';

/**
 * What a schema makes of a value, or 400: the first fault's text as message, and a text for every field, by the name that `nameOf` makes of
 * its path.
 */
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

/** A length check also looks at an object that has a length, and an object's `length` may throw when it is compared. */
function tried<S extends z.ZodMiniType>(schema: S, value: unknown) {
  try {
    return schema.safeParse(value);
  } catch {
    throw refuse(400, REFUSALS.badBody);
  }
}
