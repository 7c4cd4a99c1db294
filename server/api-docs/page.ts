import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ROOT } from '../config.ts';
import {
  type Components,
  escaped,
  namedHtml,
  type Operation,
  operationHtml,
  prose,
  refusalsHtml,
  type Schema,
  SHARED_REFUSALS,
  typeHtml,
} from './html.ts';
import { SCRIPT, STYLE } from './look.ts';

type Document = {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: { event: { post: Operation } };
  components: Components;
};

/** The documents that `npm run openapi` writes: the calls for programs, and those that only people make. */
const FILES = ['openapi.json', 'openapi-people.json'] as const;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const idOf = (task: string): string => task.toLowerCase().replace(/\W+/g, '-');

/** The calls of a task. */
const callsOf = ({ paths, components }: Document, task: string): string[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { tags }]) => tags.includes(task))
      .map(([method, operation]) => operationHtml(method.toUpperCase(), path, operation, components)),
  );

/** The refusals that calls share, by status. */
function sharedRefusals(documents: Document[]): string {
  const refusals = new Map<string, string>();
  for (const { paths, components } of documents)
    for (const operation of Object.values(paths).flatMap((path) => Object.values(path)))
      for (const [status, response] of Object.entries(operation.responses))
        if (status >= '400' && '$ref' in response)
          refusals.set(
            status,
            components.responses[response.$ref.split('/').at(-1) ?? '']?.description ?? '',
          );
  return refusalsHtml([...refusals].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const sectionOf = (name: string, description: string, entries: string[]): string =>
  entries.length === 0
    ? ''
    : `<section><h2 id="${idOf(name)}">${escaped(name)}</h2><p class="muted">${prose(description)}</p>${entries.join('\n')}</section>`;

/** What an address of a webhook receives. */
function eventHtml({ summary, description, requestBody, parameters = [] }: Operation): string {
  const headers = parameters.flatMap((one) => ('name' in one ? [`<code>${one.name}</code>`] : []));
  const event = requestBody?.content['application/json'];
  return `<details class="call" id="receiveEvent" data-words="post webhook event receive"><summary><b>POST</b><span>${escaped(summary)}</span></summary><div class="inside">
<p>${prose(description)}</p><h3>Headers</h3><p>${headers.join(', ')}</p><h3>Body</h3><p>${event ? typeHtml(event.schema) : ''}</p>
<h3>Example</h3><pre tabindex="0">${escaped(JSON.stringify(event?.examples?.example.value, null, 2))}</pre></div></details>`;
}

/** The OpenAPI documents as one HTML page, calls for programs first. Without its script all of it is there, and only the search is missing. */
function pageOf(documents: Document[]): string {
  const tasks = new Map(
    documents.flatMap(({ tags }) => tags).map(({ name, description }) => [name, description]),
  );
  const schemas = Object.assign({}, ...documents.map(({ components }) => components.schemas)) as Record<
    string,
    Schema
  >;
  const events = documents.flatMap(({ webhooks }) => webhooks?.event.post ?? []);
  const sections = [...tasks].map(([name, description]) =>
    sectionOf(name, description, [
      ...documents.flatMap((one) => callsOf(one, name)),
      ...events.filter(({ tags }) => tags.includes(name)).map(eventHtml),
    ]),
  );
  const links = [...tasks.keys(), 'Refusals', 'Schemas'].map(
    (name) => `<a href="#${idOf(name)}">${escaped(name)}</a>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Keyhold API</title><style>${STYLE}</style></head><body><div class="frame">
<nav aria-label="Tasks">${links.join('')}</nav><main>
<h1>Keyhold API</h1>
<p>${prose(documents[0]?.info.description ?? '')}</p>
<p>The same as a file, for tools and generated clients: <a href="/api/docs/openapi.json">openapi.json</a>; the calls that
only people make are in <a href="/api/docs/openapi-people.json">openapi-people.json</a>.</p>
<pre tabindex="0">export KEYHOLD=https://keys.example.com TOKEN=kh_...
curl -H "Authorization: Bearer $TOKEN" "$KEYHOLD/api/key-bunches?due=overdue"</pre>
<div class="find" role="search" hidden><input type="search" aria-label="Search the calls" placeholder="Search: a path, a word, a call"><label><input type="checkbox"> Only for API tokens</label><output></output></div>
${sections.join('\n')}
<section><h2 id="${SHARED_REFUSALS}">Refusals</h2><p class="muted">What any call can be refused with, as far as it fits.</p>
<div data-words="refusals errors status">${sharedRefusals(documents)}</div></section>
${sectionOf(
  'Schemas',
  'What bodies and answers are made of.',
  Object.entries(schemas)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(namedHtml),
)}
</main></div><script>${SCRIPT}</script></body></html>`;
}

/** Serves the contract for people and programs, the same to all callers; it contains no stored data. */
export function serveApiDocs(app: FastifyInstance): void {
  const texts = new Map<string, string>();
  const read = (name: string): string => {
    const text = texts.get(name) ?? readFileSync(join(ROOT, 'docs', name), 'utf8');
    texts.set(name, text);
    return text;
  };
  let page = '';
  app.get('/api/docs', async (_request, reply) => {
    page ||= pageOf(FILES.map((name) => JSON.parse(read(name)) as Document));
    return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(page);
  });
  for (const name of FILES)
    app.get(`/api/docs/${name}`, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(read(name)),
    );
}
