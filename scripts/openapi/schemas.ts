import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Schema } from '../../server/api-docs/html.ts';
import { AUDIT_MODES, AUDIT_STATUSES } from '../../shared/audit-words.ts';
import { HOLDER_KINDS } from '../../shared/holder-words.ts';
import { MATCH_FIELDS } from '../../shared/key-bunch-query.ts';
import * as limits from '../../shared/limits.ts';
import { ACTIONS } from '../../shared/movement-words.ts';
import { PERMISSIONS, ROLES } from '../../shared/permissions.ts';
import { PLAN_TYPES } from '../../shared/plan.ts';
import { FACTORS } from '../../shared/second-factor.ts';
import { instant, instantQuery } from '../../shared/text.ts';
import { EVENT_TYPES } from '../../shared/webhook.ts';
import { FIELDS } from './fields.ts';

export type { Schema };

type Io = 'input' | 'output';
type Named = { name: string; schema: z.ZodMiniType; says: string | undefined; fields: Map<string, string> };

export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Lists of words that several schemas share, by the name they have in the document. */
const WORDS: Record<string, readonly string[]> = {
  AuditMode: AUDIT_MODES,
  AuditStatus: AUDIT_STATUSES,
  EventType: EVENT_TYPES,
  Factor: FACTORS,
  MatchField: MATCH_FIELDS,
  MovementAction: ACTIONS,
  Permission: PERMISSIONS,
  PersonKind: HOLDER_KINDS,
  PlanType: PLAN_TYPES,
  Role: ROLES,
};
const TIME: Schema = {
  type: 'string',
  format: 'date-time',
  description: 'ISO 8601; answers have it in UTC.',
};
const wordsOf = new Map(Object.entries(WORDS).map(([name, words]) => [words.join(), name]));

/** Two forms of one name, and a name that says too little outside its file. */
const RENAMED: Record<string, string> = {
  'audit.ts:Seen': 'SeenSet',
  'key-bunch-forms.ts:LinkForm': 'LinkNfcForm',
  'key-bunch.ts:Missing': 'MissingSet',
  'key-bunch.ts:Short': 'ShortSet',
  'password.ts:LinkForm': 'LinkTokenForm',
  'webhook-event.ts:Place': 'EventLocation',
};
/** The name of a schema in the words of the trade (docs/glossary.md). */
const tradeName = (file: string, name: string): string =>
  RENAMED[`${file}:${name}`] ??
  name.replace('KeyBunch', 'KeySet').replace('Bunch', 'Set').replace('Holder', 'Person');

const LIMITS = new Map<string, number | string>(Object.entries(limits));

/** The value of a limit, with the unit that its name has: "15 minutes". */
function limitText(name: string): string {
  const unit = /_(MINUTES|HOURS|DAYS)$/.exec(name)?.[1]?.toLowerCase();
  const value = LIMITS.get(name)?.toLocaleString('en') ?? name;
  return unit ? `${value} ${unit}` : value;
}

/** A doc comment as a sentence for users of the API: without references into the code, with the values of limits. */
function sentenceOf(comment: string): string | undefined {
  const text = comment
    .replace(/\s*\n\s*\*\s?/g, ' ')
    .replace(/\s*\((?:shared\/|decision|[A-Z]-\d)[^)]*\)/g, '')
    .replace(/^\s*(?:GET|POST|PATCH|DELETE) [^\s:,]*?[:.,]?(?=\s|$)/, '')
    .replace(/(?<![-\w])bunch(es)?\b/g, (_, more) => (more ? 'sets' : 'set'))
    .replace(/\b[A-Z]+(?:_[A-Z]+)+\b/g, limitText)
    .trim();
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : undefined;
}

const COMMENTED = /\/\*\*((?:(?!\*\/)[\s\S])+)\*\/\n(?:export )?const (\w+) =/g;
const FIELD_COMMENT = /\/\*\*((?:(?!\*\/)[\s\S])+)\*\/\n\s+(\w+): /g;

/** Every exported schema of shared/, with its doc comment and those of its fields. */
async function readNamed(): Promise<Named[]> {
  const named: Named[] = [];
  for (const file of readdirSync('shared').filter((one) => /^[^.]+\.ts$/.test(one))) {
    const source = readFileSync(`shared/${file}`, 'utf8');
    const comments = new Map([...source.matchAll(COMMENTED)].map(([, text = '', name]) => [name, text]));
    const exported = (await import(/* @vite-ignore */ `../../shared/${file}`)) as Record<string, unknown>;
    for (const [name, schema] of Object.entries(exported)) {
      if (!/^[A-Z]/.test(name) || !(schema instanceof z.ZodMiniType)) continue;
      const body = new RegExp(`export const ${name} =[\\s\\S]*?\\n(?=\\S)`).exec(source)?.[0] ?? '';
      named.push({
        name: tradeName(file, name),
        schema,
        says: sentenceOf(comments.get(name) ?? ''),
        fields: new Map(
          [...body.matchAll(FIELD_COMMENT)].flatMap(([, text = '', field = '']) => {
            const says = sentenceOf(text);
            return says ? [[field, says]] : [];
          }),
        ),
      });
    }
  }
  return named;
}
const NAMED = await readNamed();
const byName = new Map(NAMED.map((one) => [one.name, one]));
if (byName.size !== NAMED.length) throw new Error('Two schemas of shared/ have one name: see RENAMED');
const registry = z.registry<{ id: string }>();
for (const { name, schema } of NAMED) registry.add(schema, { id: name });

type Shape = Record<string, unknown>;
const shapeOf = (schema: z.ZodMiniType): Shape | null => {
  const { def } = schema._zod as { def: { type: string; shape?: Shape } };
  return def.type === 'object' ? (def.shape ?? null) : null;
};

/** The largest named schema that another extends: all of its fields are fields of the other. */
function baseOf({ name, schema }: Named): Named | undefined {
  const shape = shapeOf(schema);
  if (!shape) return undefined;
  const sizeOf = (one: Named) => Object.keys(shapeOf(one.schema) ?? {}).length;
  return NAMED.filter((one) => {
    const fields = Object.entries(shapeOf(one.schema) ?? {});
    const isPart = fields.length > 1 && fields.length < Object.keys(shape).length;
    return one.name !== name && isPart && fields.every(([field, its]) => shape[field] === its);
  }).sort((a, b) => sizeOf(b) - sizeOf(a))[0];
}

/**
 * A schema of zod without what says nothing to a reader: bounds of safe integers, and "or null" as a separate schema. A request refuses
 * fields that it does not know, as `parse` does; a reply may have more.
 */
function tidy(json: Schema, io: Io): Schema {
  const {
    $schema: _,
    $id: __,
    id: ___,
    $defs: ____,
    propertyNames: _____,
    ...rest
  } = json as Record<string, unknown>;
  const one = rest as Schema;
  if (io === 'output' && one.additionalProperties === false) delete one.additionalProperties;
  if (io === 'input' && one.properties) one.additionalProperties ??= false;
  if (one.minimum === Number.MIN_SAFE_INTEGER) delete one.minimum;
  if (one.maximum === Number.MAX_SAFE_INTEGER) delete one.maximum;
  if (one.$ref) one.$ref = one.$ref.replace('#/$defs/', '#/components/schemas/');
  const words = one.enum && wordsOf.get(one.enum.join());
  if (words) return refTo(words);
  if (one.format === 'date-time')
    return one.type === 'string' ? refTo('Time') : { anyOf: [refTo('Time'), { type: 'null' }] };
  if (one.properties)
    one.properties = Object.fromEntries(
      Object.entries(one.properties).map(([name, its]) => [name, tidy(its, io)]),
    );
  if (one.items) one.items = tidy(one.items, io);
  if (typeof one.additionalProperties === 'object')
    one.additionalProperties = tidy(one.additionalProperties, io);
  if (!one.anyOf) return one;
  const any = one.anyOf.map((its) => tidy(its, io));
  const [some, none, ...more] = any;
  if (some && typeof some.type === 'string' && !some.enum && none?.type === 'null' && more.length === 0) {
    const { anyOf: _anyOf, ...beside } = one;
    return { ...some, ...beside, type: [some.type, 'null'] };
  }
  return { ...one, anyOf: any };
}

/** Adds to the fields of an object what they mean. */
function explained(json: Schema, owner: string, said?: Map<string, string>): Schema {
  if (json.items) return { ...json, items: explained(json.items, owner) };
  if (json.anyOf) return { ...json, anyOf: json.anyOf.map((one) => explained(one, owner)) };
  if (!json.properties) return json;
  const properties = Object.entries(json.properties).map(([name, its]) => {
    const description = said?.get(name) ?? FIELDS[`${owner}.${name}`]?.[1] ?? FIELDS[name]?.[1];
    return [name, { ...explained(its, ''), ...(description && { description }) }];
  });
  return { ...json, properties: Object.fromEntries(properties) };
}

/** Converts schemas of the contract, and collects the named ones that they refer to. */
export class Schemas {
  readonly #found = new Map<string, Schema>();
  readonly #ways = new Map<string, Io>();

  /** A schema as it stands in the document: a reference where it has a name. */
  of(schema: z.ZodMiniType, io: Io): Schema {
    const name = registry.get(schema)?.id;
    return name ? this.#define(name, io) : this.inline(schema, io);
  }

  /** A schema in full, also where it has a name. */
  inline(schema: z.ZodMiniType, io: Io): Schema {
    const json = z.toJSONSchema(z.clone(schema, schema._zod.def), {
      io,
      metadata: registry,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema === instant || zodSchema === instantQuery) jsonSchema.format = 'date-time';
      },
    });
    for (const defined of Object.keys(json.$defs ?? {})) this.#define(defined, io);
    return explained(tidy(json as Schema, io), '');
  }

  /** The named schemas, in the order of their names. */
  all(): Record<string, Schema> {
    const words = Object.entries(WORDS).map(([name, list]): [string, Schema] => [
      name,
      { type: 'string', enum: [...list] },
    ]);
    return Object.fromEntries(
      [...this.#found, ...words, ['Time', TIME] as const].sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  }

  #define(name: string, io: Io): Schema {
    const one = byName.get(name);
    if (!one) throw new Error(`${name} is no schema of shared/`);
    if (this.#ways.get(name) === io) return refTo(name);
    this.#ways.set(name, io);
    const before = this.#found.get(name);
    const made = this.#component(one, io);
    if (before && JSON.stringify(before) !== JSON.stringify(made))
      throw new Error(`${name} is another as a body than as a reply: give one of them a name of its own`);
    return refTo(name);
  }

  #component(one: Named, io: Io): Schema {
    const { name, schema, says, fields } = one;
    const whole = explained(this.inline(schema, io), name, fields);
    // A request names all of its fields in one schema: of two, each would refuse those of the other.
    const base = io === 'output' ? baseOf(one) : undefined;
    const own = base ? this.#extended(whole, base, io) : whole;
    const component = { ...(says && { description: says }), ...own };
    this.#found.set(name, component);
    return component;
  }

  #extended(whole: Schema, base: Named, io: Io): Schema {
    const inherited = shapeOf(base.schema) ?? {};
    const own = Object.entries(whole.properties ?? {}).filter(([field]) => !(field in inherited));
    const required = whole.required?.filter((field) => !(field in inherited)) ?? [];
    return {
      allOf: [
        this.#define(base.name, io),
        { type: 'object', properties: Object.fromEntries(own), ...(required.length > 0 && { required }) },
      ],
    };
  }
}
