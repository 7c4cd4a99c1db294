import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { ROOT } from './node.mjs';

/** Words that leave the reader to guess a party, a number or a thing. */
export const WORDS =
  /\b(whoever|whatever|wherein|somebody|nobody|everybody|told|tells|hears|stands|stood|so many|so much|so long as|as many as|by which|of which|lately|afresh|from now on|left alone|there is none)\b/gi;
/** Most of these words in texts of screens and mails, in 1,000 lines of comments, and in pages and comments of SQL. Lower a limit when the count has fallen. */
const TEXTS = 3;
const COMMENTS = 0;
const PAGES = 0;
/** The given texts of the specification; they stay as they are. */
const GIVEN = ['docs/specification.md', 'docs/decisions/specification.md'];
/** Most lines of a page. A longer line of prose counts as several. */
const ARCHITECTURE = 120;
const DECISION = 40;
const WIDTH = 140;

const TOPS = ['web', 'server', 'shared', 'bench', 'deploy', 'faults', 'attacks', 'e2e'];
/** Folders with texts of screens, refusals and mails. */
const VISIBLE = /^(web|shared|server\/(mail|reminder|features))\//;

/** Whether the pages with a limit keep to it and WORDS are no more frequent than allowed. Prints every offence. */
export function english() {
  const files = sources();
  const found = [...longPages(), ...wordsInTexts(files), ...wordsInComments(files), ...wordsInPages()];
  for (const one of found) console.error(one);
  return found.length === 0;
}

/** Text by path of every TypeScript file outside tests. */
export const sources = () =>
  new Map(
    TOPS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)).split(sep).join('/'))
      .filter((path) => !path.endsWith('.d.ts') && !/\.(test|spec)\.tsx?$/.test(path))
      .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
  );

/** The comments of a file, one after the other. */
export const commentsOf = (text) => text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)?.join('\n') ?? '';

/** The prose of a page: without code, quotations and the targets of links. */
export const proseOf = (page) =>
  page.replace(/```[\s\S]*?```|^ {4}.*$|`[^`\n]*`|\]\([^)\s]*\)|"(?:[^"\n]|\n(?!\n))*"/gm, '');

/** WORDS in 1,000 lines of the comments of `files`. */
export function frequency(files) {
  const comments = [...files.values()].map(commentsOf).join('\n');
  return Math.round(((comments.match(WORDS)?.length ?? 0) / comments.split('\n').length) * 1000);
}

/** Texts with WORDS: JSX text, and literals that are sentences or begin with a capital, each with its line. */
export function textsIn(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const found = [];
  const look = (start, value) => {
    const words = value.match(WORDS);
    if (!words || !/^\p{Lu}|\s/u.test(value)) return;
    const line = text.slice(0, start).split('\n').length;
    found.push({ line, words: words.map((word) => word.toLowerCase()) });
  };
  new Visitor({
    JSXText: ({ start, value }) => look(start, value),
    Literal: ({ start, value }) => typeof value === 'string' && look(start, value),
    TemplateElement: ({ start, value }) => look(start, value.raw),
  }).visit(program);
  return found;
}

/** Lines of a page as printed at WIDTH; a row of a table is one. */
export const linesOf = (page) =>
  page
    .trimEnd()
    .split('\n')
    .reduce((sum, line) => sum + (line.startsWith('|') ? 1 : Math.max(1, Math.ceil(line.length / WIDTH))), 0);

function longPages() {
  const decisions = readdirSync(join(ROOT, 'docs/decisions'))
    .filter((name) => /^\d{4}-/.test(name))
    .map((name) => [`docs/decisions/${name}`, DECISION]);
  return [['docs/architecture.md', ARCHITECTURE], ...decisions].flatMap(([page, most]) => {
    const lines = linesOf(readFileSync(join(ROOT, page), 'utf8'));
    return lines > most ? [`${page} has ${lines} lines; ${most} are allowed.`] : [];
  });
}

function wordsInTexts(files) {
  const found = [...files]
    .filter(([path]) => VISIBLE.test(path))
    .flatMap(([path, text]) =>
      textsIn(path, text).map(
        ({ line, words }) => `${path}:${line} has a text with "${words.join('", "')}".`,
      ),
    );
  return found.length > TEXTS ? [...found, `${found.length} such texts; ${TEXTS} are allowed.`] : [];
}

function wordsInComments(files) {
  const count = frequency(files);
  return count > COMMENTS
    ? [`Comments have ${count} of the words of english.mjs in 1,000 lines; ${COMMENTS} are allowed.`]
    : [];
}

function wordsInPages() {
  const pages = ['.', 'docs', 'docs/decisions', 'docs/guide', 'deploy'].flatMap((folder) =>
    textsOf(folder, '.md'),
  );
  const found = [
    ...pages.filter(([path]) => !GIVEN.includes(path)).map(([path, text]) => [path, proseOf(text)]),
    ...textsOf('server/database/migrations', '.sql').map(([path, text]) => [
      path,
      text.match(/--.*$/gm)?.join('\n') ?? '',
    ]),
  ].flatMap(([path, text]) => (text.match(WORDS) ?? []).map((word) => `${path} has "${word}".`));
  return found.length > PAGES
    ? [...found, `${found.length} such words in pages and SQL; ${PAGES} are allowed.`]
    : [];
}

/** Path and text of the files of a folder that end so. */
const textsOf = (folder, end) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(end))
    .map((name) => [join(folder, name).split(sep).join('/'), readFileSync(join(ROOT, folder, name), 'utf8')]);
