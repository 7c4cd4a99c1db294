import * as z from 'zod/mini';
import { REFUSALS } from '../shared/messages.ts';
import { refuse } from './refusal.ts';

type NameOf = (path: readonly PropertyKey[]) => string;
/** `noun`: what an unknown name is called. */
type Options = { nameOf?: NameOf; noun?: 'field' | 'parameter' };

/** Most unknown names in a refusal, and the characters of each. */
const NAMES_MAX = 10;
const NAME_CHARACTERS = 60;

/**
 * Parses a value by a schema. 400 with the first fault as message and a text for each field, named by `nameOf`; names that the schema lacks
 * are refused too, with the code `unknown_field`.
 */
export function parse<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  { nameOf = (path) => path.join('.'), noun = 'field' }: Options = {},
): z.output<S> {
  const parsed = tried(strictOf(schema), value);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string> = {};
  const unknown: string[] = [];
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      unknown.push(...issue.keys.map((key) => nameOf([...issue.path, key]).slice(0, NAME_CHARACTERS)));
      continue;
    }
    const field = nameOf(issue.path);
    const message = issue.message === 'Invalid input' ? REFUSALS.badBody : issue.message;
    errors[field] ??= message;
  }
  if (unknown.length > 0) throw unknownNames(unknown, noun);
  const first = Object.values(errors)[0] ?? REFUSALS.badBody;
  const { '': whole, ...fields } = errors;
  throw refuse(400, whole ?? first, Object.keys(fields).length > 0 ? { errors: fields } : {});
}

/** "Unknown parameter: limt". Quotes what was sent. */
function unknownNames(names: string[], noun: string) {
  const shown = names.slice(0, NAMES_MAX);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  const message = `Unknown ${noun}${names.length > 1 ? 's' : ''}: ${shown.join(', ')}${more}`;
  const errors = Object.fromEntries(shown.map((name) => [name, `Unknown ${noun}`]));
  return refuse(400, message, { code: 'unknown_field', errors, quotes: true });
}

/** A length check calls `length` of any object, which may throw. */
function tried<S extends z.ZodMiniType>(schema: S, value: unknown) {
  try {
    return schema.safeParse(value);
  } catch {
    throw refuse(400, REFUSALS.badBody);
  }
}

const strict = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/** The schema of a request as the server reads it: every object in it refuses unknown names, unless it is a loose one. */
export function strictOf<S extends z.core.$ZodType>(schema: S): S {
  const known = strict.get(schema) as S | undefined;
  if (known) return known;
  const inside = insideStrict(schema._zod.def as z.core.$ZodTypes['_zod']['def']);
  const made = inside ? z.clone(schema, { ...schema._zod.def, ...inside }) : schema;
  strict.set(schema, made);
  return made;
}

/** The parts of a schema's definition that change; null for one without objects inside. */
function insideStrict(def: z.core.$ZodTypes['_zod']['def']): object | null {
  switch (def.type) {
    case 'object': {
      const shape = Object.fromEntries(Object.entries(def.shape).map(([name, one]) => [name, strictOf(one)]));
      return { shape, catchall: def.catchall ?? z.never() };
    }
    case 'optional':
    case 'nullable':
      return { innerType: strictOf(def.innerType) };
    case 'array':
      return { element: strictOf(def.element) };
    case 'record':
      return { valueType: strictOf(def.valueType) };
    case 'union':
      return { options: def.options.map(strictOf) };
    case 'pipe':
      return { in: strictOf(def.in) };
    default:
      return null;
  }
}
