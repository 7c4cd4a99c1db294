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

/** The style of /api/docs; its policy allows it by its hash. */
const STYLE = `
:root { color-scheme: light dark; --page: #fff; --ink: #171b23; --line: #dde1e8; --soft: #f5f6f9; --muted: #5b6472; --link: #1d4fd8; --token: #0b6b3a; --token-soft: #e5f5ec; --focus: #1d4fd8 }
@media (prefers-color-scheme: dark) { :root { --page: #11151c; --ink: #e6e9ef; --line: #2f3643; --soft: #1a1f29; --muted: #9aa3b2; --link: #8ab0ff; --token: #7ad9a3; --token-soft: #14301f; --focus: #8ab0ff } }
* { box-sizing: border-box } html { scroll-padding-top: 6rem } .find { scroll-margin-top: -6rem }
body { font: 15px/1.55 system-ui, sans-serif; margin: 0; color: var(--ink); background: var(--page) }
a { color: var(--link) } :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
.frame { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 2.5rem; max-width: 76rem; margin: 0 auto; padding: 0 1.25rem 5rem }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 2rem 0; font-size: .9rem }
nav a { display: block; padding: .3rem .5rem; border-radius: 6px; color: var(--muted); text-decoration: none } nav a:hover { background: var(--soft); color: var(--ink) }
main { padding-top: 2rem; min-width: 0 }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem } h2 { font-size: 1.15rem; margin: 2.5rem 0 .15rem }
h3 { font-size: .72rem; letter-spacing: .05em; text-transform: uppercase; color: var(--muted); margin: 1.25rem 0 .35rem }
p { margin: .35rem 0; overflow-wrap: anywhere } .muted { color: var(--muted) }
.find { position: sticky; top: 0; z-index: 1; background: var(--page); padding: .75rem 0; border-bottom: 1px solid var(--line); margin-top: 1.25rem }
.find:not([hidden]) { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center }
.find input[type=search] { flex: 1 1 16rem; min-width: 0; font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: 8px; padding: .6rem .8rem }
.find label { display: flex; gap: .45rem; align-items: center; min-height: 2.75rem } .find output { color: var(--muted); font-size: .85rem }
details.call { border: 1px solid var(--line); border-radius: 8px; margin: .45rem 0 }
details.call > summary { display: grid; grid-template-columns: 4rem minmax(0, 1fr) auto; gap: .1rem .5rem; align-items: baseline; padding: .65rem .9rem; cursor: pointer; list-style: none }
summary::-webkit-details-marker { display: none } details.call[open] > summary { border-bottom: 1px solid var(--line) }
summary b { font: 600 .78rem ui-monospace, monospace; color: var(--muted) } summary code { grid-column: 2 / 4; color: var(--muted); overflow-wrap: anywhere }
.mark { font-size: .75rem; color: var(--muted); white-space: nowrap } .mark.token { color: var(--token); background: var(--token-soft); border-radius: 99px; padding: .05rem .55rem }
.inside { padding: .5rem .9rem 1rem }
code, pre { font: .84rem/1.5 ui-monospace, monospace }
pre { background: var(--soft); border-radius: 8px; padding: .7rem .9rem; overflow-x: auto; margin: .35rem 0 } pre:focus-visible { outline-offset: -2px }
.more > summary { cursor: pointer; color: var(--link); font-size: .9rem; padding: .3rem 0 }
dl { margin: 0 } dl.fields > div { display: grid; grid-template-columns: minmax(8rem, 15rem) minmax(0, 1fr); gap: .1rem 1rem; padding: .4rem 0; border-top: 1px solid var(--line) }
dl.fields > div:first-child { border-top: 0 } dt { overflow-wrap: anywhere } dt i { font-style: normal; font-size: .75rem; color: var(--muted) } dd { margin: 0; overflow-wrap: anywhere } dd .type { color: var(--muted) }
dl.refusals > div { display: grid; grid-template-columns: 3rem minmax(0, 1fr); padding: .2rem 0 } dl.refusals dt { font-weight: 600 } dd ul { margin: 0; padding-left: 1.1rem }
.none { padding: 1rem 0 }
details.schema > summary { display: block; font: .84rem/1.5 ui-monospace, monospace }
@media (max-width: 52rem) { html { scroll-padding-top: 8.5rem } .find { scroll-margin-top: -8.5rem } .frame { display: block; padding: 0 1rem 4rem } nav { position: static; display: flex; overflow-x: auto; padding: .5rem 0 0 } nav a { padding: .7rem .6rem; white-space: nowrap } main { padding-top: 1rem } dl.fields > div { grid-template-columns: minmax(0, 1fr) } details.call > summary { grid-template-columns: 3.4rem minmax(0, 1fr); padding: .7rem } .mark { grid-column: 2; justify-self: start; order: 3 } summary code { grid-column: 2; order: 2 } }
`;

/** The search of /api/docs: keeps the calls whose name, path or description has every word, else those whose whole text has, and opens the call that the address names. Its policy allows it by its hash. */
const SCRIPT = `
const find = document.querySelector('.find'), words = find.querySelector('[type=search]'), tokens = find.querySelector('[type=checkbox]'), said = find.querySelector('output');
const entries = [...document.querySelectorAll('[data-words]')], groups = [...document.querySelectorAll('section')];
const wholeOf = new Map(entries.map((entry) => [entry, entry.dataset.words + ' ' + entry.textContent.toLowerCase()]));
function keep(textOf) {
  const wanted = words.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let calls = 0;
  for (const entry of entries) {
    entry.hidden = !wanted.every((word) => textOf(entry).includes(word)) || (tokens.checked && entry.dataset.token === 'no');
    if (!entry.hidden && entry.matches('.operation')) calls += 1;
  }
  return calls;
}
function show() {
  const calls = keep((entry) => entry.dataset.words) || keep((entry) => wholeOf.get(entry));
  for (const group of groups) group.hidden = ![...group.querySelectorAll('[data-words]')].some((entry) => !entry.hidden);
  said.textContent = calls === 1 ? '1 call' : calls + ' calls';
}
function open() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!named) return;
  if (named.hidden) { words.value = ''; tokens.checked = false; show(); }
  if (named.matches('details')) named.open = true;
  named.scrollIntoView();
}
find.hidden = false;
find.addEventListener('input', () => { show(); if (find.getBoundingClientRect().top > 0) find.scrollIntoView(); });
addEventListener('hashchange', open);
addEventListener('keydown', (event) => { if (event.key === '/' && document.activeElement !== words) { event.preventDefault(); words.focus(); } });
show(); open();
`;

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
