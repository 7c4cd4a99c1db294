import type * as z from 'zod/mini';

/** Copies what a schema declares of a value, and nothing else. Throws when the value is of another type. */
export type Shape = (value: unknown) => unknown;

type Schema = z.ZodMiniType | z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

class Misfit extends TypeError {
  constructor(wanted: string, value: unknown) {
    super(`A reply does not fit: ${wanted} wanted, not ${value === null ? 'null' : typeof value}`);
  }
}

/**
 * A reply's schema as a function, which is some ten times as fast as parsing with it. The kinds of schema that replies use are all there
 * are; another one throws here, when the contract is read.
 */
export function shapeOf(schema: Schema): Shape {
  const def = schema._zod.def as Def;
  if ('checks' in def && def.checks?.length) throw new Error('A reply of the contract has no checks');
  switch (def.type) {
    case 'string':
    case 'boolean':
      return plain(def.type);
    case 'number':
      return integer;
    case 'enum':
      return oneOf(new Set(Object.values(def.entries)));
    case 'unknown':
      return (value) => value;
    case 'nullable':
      return orNull(shapeOf(def.innerType));
    case 'array':
      return list(shapeOf(def.element));
    case 'record':
      return record(shapeOf(def.valueType));
    case 'object':
      return object(Object.entries(def.shape));
    default:
      throw new Error(`A reply of the contract cannot be a ${def.type}`);
  }
}

const plain =
  (type: 'string' | 'boolean'): Shape =>
  (value) => {
    if (typeof value !== type) throw new Misfit(type, value);
    return value;
  };

const integer: Shape = (value) => {
  if (!Number.isSafeInteger(value)) throw new Misfit('integer', value);
  return value;
};

const oneOf =
  (values: Set<unknown>): Shape =>
  (value) => {
    if (!values.has(value)) throw new Misfit('one of a list', value);
    return value;
  };

const orNull =
  (inner: Shape): Shape =>
  (value) =>
    value === null ? null : inner(value);

function list(inner: Shape): Shape {
  return (value) => {
    if (!Array.isArray(value)) throw new Misfit('array', value);
    return value.map((one) => inner(one));
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function record(inner: Shape): Shape {
  return (value) => {
    if (!isObject(value)) throw new Misfit('object', value);
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(value)) copy[name] = inner(value[name]);
    return copy;
  };
}

function object(fields: [name: string, schema: z.core.$ZodType][]): Shape {
  const shapes = fields.map(([name, schema]) => {
    const def = schema._zod.def as Def;
    const optional = def.type === 'optional';
    return { name, optional, shape: shapeOf(optional ? def.innerType : schema) };
  });
  return (value) => {
    if (!isObject(value)) throw new Misfit('object', value);
    const copy: Record<string, unknown> = {};
    for (const { name, optional, shape } of shapes) {
      const field = value[name];
      if (optional && field === undefined) continue;
      copy[name] = shape(field);
    }
    return copy;
  };
}
