import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { ROOT } from './node.mjs';

const MOST = 80;
const FOLDERS = ['shared', 'server', 'web', 'scripts', 'bench'];

/**
 * Whether no function outside tests is longer than it may be, from brace to brace. The linter's own rule passes over lines of JSX and
 * of templates.
 */
export function functions() {
  const long = FOLDERS.flatMap(filesIn).flatMap((file) =>
    lengthsIn(file, readFileSync(join(ROOT, file), 'utf8'))
      .filter(({ lines }) => lines > MOST)
      .map(({ line, lines }) => `${file}:${line} is a function of ${lines} lines; ${MOST} are allowed.`),
  );
  for (const one of long) console.error(one);
  return long.length === 0;
}

/** Every function with a body: where it begins and how many lines it has from the line of its `{` to that of its `}`. */
export function lengthsIn(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const lineOf = (end) => text.slice(0, end).split('\n').length;
  const found = [];
  const visit = ({ body }) => {
    if (!body) return;
    const line = lineOf(body.start);
    found.push({ line, lines: lineOf(body.end) - line + 1 });
  };
  new Visitor({
    FunctionDeclaration: visit,
    FunctionExpression: visit,
    ArrowFunctionExpression: visit,
  }).visit(program);
  return found;
}

/** The sources of a folder; tests, and what only tests use, may tell a whole story in one function. */
function filesIn(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return entry.name === 'node_modules' || path === 'server/testing' ? [] : filesIn(path);
    return /\.(ts|tsx|mjs)$/.test(path) && !/\.test\.tsx?$/.test(path) ? [path] : [];
  });
}
