import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.ts';

type Content = Record<string, { schema: object }>;
type Operation = {
  operationId: string;
  description: string;
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: { description: string; requestBody: { content: Content } } }>;
};

const STYLE = `
:root { color-scheme: light dark; --line: #d9dde5; --soft: #f4f5f8; --muted: #5b6472; --link: #1d4fd8 }
@media (prefers-color-scheme: dark) { :root { --line: #343a47; --soft: #1c212b; --muted: #9aa3b2; --link: #8ab0ff } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem }
h1 { font-size: 1.5rem; margin: 0 0 .25rem } h2 { font-size: 1.1rem; margin: 2.25rem 0 .75rem; text-transform: capitalize }
h3 { font-size: .85rem; margin: 1rem 0 .25rem } a { color: var(--link) }
p, dd, dt, .muted { overflow-wrap: anywhere } .muted { color: var(--muted) }
details { border: 1px solid var(--line); border-radius: 8px; margin: .4rem 0 }
summary { padding: .55rem .8rem; cursor: pointer; overflow-wrap: anywhere }
summary b { display: inline-block; min-width: 4.2rem; font: 600 .8rem ui-monospace, monospace }
details > div { border-top: 1px solid var(--line); padding: .2rem .8rem .8rem }
code, pre { font: .85rem/1.5 ui-monospace, monospace }
pre { background: var(--soft); border-radius: 6px; padding: .6rem .8rem; overflow-x: auto; margin: .25rem 0 }
dl { display: grid; grid-template-columns: 3.2rem 1fr; gap: .2rem .6rem; margin: .25rem 0 } dt { font-weight: 600 } dd { margin: 0 }
dd ul { margin: 0; padding-left: 1.1rem }
`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

const schemaOf = (content: Content | undefined): string => {
  const [[type, one] = []] = Object.entries(content ?? {});
  if (!type || !one) return '';
  return type === 'application/json'
    ? `<pre>${escaped(schemaText(one.schema))}</pre>`
    : `<p>${escaped(type)}</p>`;
};

function operationHtml(method: string, path: string, operation: Operation): string {
  const { operationId, description, parameters = [], requestBody, responses } = operation;
  const named = parameters.map(
    ({ name, in: where, required, schema }) =>
      `${name}${required ? '' : '?'}: ${schemaText(schema)}${where === 'path' ? ' (in the path)' : ''}`,
  );
  const [done, ...refused] = Object.entries(responses);
  const refusals = refused
    .map(([status, { description: texts }]) => {
      const said = texts.split(' · ').map((text) => `<li>${escaped(text)}</li>`);
      return `<dt>${status}</dt><dd><ul>${said.join('')}</ul></dd>`;
    })
    .join('');
  return `<details id="${operationId}"><summary><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code></summary><div>
<p class="muted">${escaped(description)}</p>
${named.length > 0 ? `<h3>Parameters</h3><pre>${escaped(named.join('\n'))}</pre>` : ''}
${requestBody ? `<h3>Body</h3>${schemaOf(requestBody.content)}` : ''}
<h3>Answers ${escaped(done?.[0] ?? '')}</h3>${schemaOf(done?.[1].content)}
<h3>Refuses</h3><dl>${refusals}</dl></div></details>`;
}

/** The OpenAPI document as one HTML page without scripts. */
function pageOf(document: Document): string {
  const groups = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const group = (path.split('/')[2] ?? '').replaceAll('-', ' ');
      groups.set(group, [...(groups.get(group) ?? []), operationHtml(method, path, operation)]);
    }
  const sections = [...groups].map(([name, calls]) => `<h2>${escaped(name)}</h2>${calls.join('\n')}`);
  const event = document.webhooks.event?.post;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Keyhold API</title><style>${STYLE}</style></head><body><main>
<h1>Keyhold API</h1>
<p>Send an API token as <code>Authorization: Bearer kh_…</code>. Tokens are made under Settings, Connect. A refusal is
<code>{ message, detail?, code?, errors? }</code>; its texts stand below each call, with what varies in braces. A write may carry an
<code>Idempotency-Key</code> (a UUID): sent again with the same key, it happens once. The same as a file:
<a href="/api/docs/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
<h2>What a webhook is sent</h2><p>${escaped(event?.description ?? '')} Its headers are <code>webhook-id</code>,
<code>webhook-timestamp</code> and <code>webhook-signature</code>. Answer 2xx within five seconds; 410 pauses the webhook at once.</p>${schemaOf(event?.requestBody.content)}
</main></body></html>`;
}

/** Serves the contract for people and programs, the same to all callers; it contains no stored data. */
export function serveApiDocs(app: FastifyInstance): void {
  let made: { json: string; html: string } | undefined;
  const docs = () => {
    const json = made?.json ?? openApi();
    made ??= { json, html: pageOf(JSON.parse(json) as Document) };
    return made;
  };
  app.get('/api/docs', async (_request, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(docs().html),
  );
  app.get('/api/docs/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(docs().json),
  );
}

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};

/** A schema in TypeScript-like notation, `{ id: integer, name?: string | null }`, with one field a line. */
function schemaText(schema: Schema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((one) => schemaText(one, indent)).join(' | ');
  if (schema.properties) return objectText(schema.properties, schema.required ?? [], indent);
  if (schema.items) return `[${schemaText(schema.items, indent)}]`;
  if (typeof schema.additionalProperties === 'object')
    return `{ [name]: ${schemaText(schema.additionalProperties, indent)} }`;
  const kind = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'anything');
  return schema.maxLength ? `${kind} (at most ${schema.maxLength})` : kind;
}

function objectText(properties: Record<string, Schema>, required: string[], indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, one]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${schemaText(one, inner)}`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}
