// Ours: fast-json-stringify is as fast, but sends six of ten replies of a wrong type (docs/decisions/0026-what-we-write-ourselves.md).
import type * as z from 'zod/mini';

/** Copies the declared fields of a value; throws on a wrong type. */
export type Shape = (value: unknown) => unknown;

type Schema = z.ZodMiniType | z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

/**
 * Generates a copier from a reply schema, ten times as fast as parsing. Throws for kinds of schema that replies do not use. The code
 * contains names of the contract and no values.
 */
export function shapeOf(schema: Schema): Shape {
  const functions: string[] = [];
  const body = expression(schema, 'value', functions);
  return new Function('misfit', `'use strict';${functions.join('')}return (value) => ${body}`)(
    misfit,
  ) as Shape;
}

function misfit(wanted: string, value: unknown): never {
  const found = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  throw new TypeError(`A reply does not fit: ${wanted} wanted, not ${found}`);
}

/** An expression that copies `value`, which must be free of effects. Objects and lists become functions. */
function expression(schema: Schema, value: string, functions: string[]): string {
  const def = schema._zod.def as Def;
  const when = (test: string, wanted: string) => `(${test}?${value}:misfit('${wanted}',${value}))`;
  const call = (body: string) =>
    `f${functions.push(`const f${functions.length}=(v)=>{${body}};`) - 1}(${value})`;
  if ('checks' in def && def.checks?.length) throw new Error('A reply of the contract has no checks');
  switch (def.type) {
    case 'string':
    case 'boolean':
      return when(`typeof ${value}==='${def.type}'`, def.type);
    case 'number':
      return when(`Number.isSafeInteger(${value})`, 'integer');
    case 'enum':
      return when(`${JSON.stringify(Object.values(def.entries))}.includes(${value})`, 'one of a list');
    case 'unknown':
      return value;
    case 'nullable':
      return `(${value}===null?null:${expression(def.innerType, value, functions)})`;
    case 'array':
      return list(def.element, call, functions);
    case 'record':
      return record(def.valueType, call, functions);
    case 'object':
      return object(def.shape, call, functions);
    default:
      throw new Error(`A reply of the contract cannot be a ${def.type}`);
  }
}

type MakeFunction = (body: string) => string;

function list(element: Schema, call: MakeFunction, functions: string[]): string {
  const one = expression(element, 'one', functions);
  return call(`if(!Array.isArray(v))misfit('array',v);return v.map((one)=>${one})`);
}

const OBJECT = `if(typeof v!=='object'||v===null||Array.isArray(v))misfit('object',v);`;

function record(inner: Schema, call: MakeFunction, functions: string[]): string {
  const one = expression(inner, 'v[name]', functions);
  return call(`${OBJECT}const copy={};for(const name of Object.keys(v))copy[name]=${one};return copy`);
}

function object(shape: Record<string, Schema>, call: MakeFunction, functions: string[]): string {
  const always: string[] = [];
  const sometimes: string[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const key = JSON.stringify(name);
    const def = schema._zod.def as Def;
    const copy = expression(def.type === 'optional' ? def.innerType : schema, `v[${key}]`, functions);
    if (def.type === 'optional') sometimes.push(`if(v[${key}]!==undefined)copy[${key}]=${copy};`);
    else always.push(`${key}:${copy}`);
  }
  return call(`${OBJECT}const copy={${always.join()}};${sometimes.join('')}return copy`);
}
