/** What a test of Vitest or Playwright is called with; a variant in GIVEN takes something else before the title. */
const CALL =
  /^(?:test|it)((?:\.(?:only|each|for|concurrent|sequential|fails|runIf|skipIf|skip|todo|fixme))*)$/;
const GIVEN = /\.(?:each|for|runIf|skipIf)$/;
/** These prove nothing. */
const IDLE = /\.(?:skip|todo|fixme)\b/;

/**
 * The titles of the tests in a source text, with their lines: the string literal that comes first in the parentheses after `test`,
 * `it` and their variants (`test.each(...)('title', ...)`, `test.for`). Of a template the fixed text counts. Comments are passed over.
 */
export function titlesIn(source) {
  const titles = [];
  const tokens = tokensOf(source);
  for (let at = 0; at < tokens.length; at += 1) {
    const name = tokens[at];
    const variant = name.kind === 'word' ? CALL.exec(name.text)?.[1] : undefined;
    if (variant === undefined || IDLE.test(variant) || tokens[at - 1]?.text === '.') continue;
    let next = at + 1;
    if (GIVEN.test(variant)) next = tokens[next]?.kind === 'text' ? next + 1 : afterGroup(tokens, next);
    const [open, title] = [tokens[next], tokens[next + 1]];
    if (open?.text === '(' && title?.kind === 'text') titles.push({ title: title.text, line: title.line });
  }
  return titles;
}

/** The place after the parentheses that open at `at`. */
function afterGroup(tokens, at) {
  let depth = 0;
  for (let place = at; place < tokens.length; place += 1) {
    if (tokens[place].text === '(' && tokens[place].kind === 'sign') depth += 1;
    if (tokens[place].text === ')' && tokens[place].kind === 'sign') depth -= 1;
    if (depth === 0) return place + 1;
  }
  return tokens.length;
}

/** Words with their dots, texts, and signs. A regular expression is told from a division by what stands before it. */
const TOKEN = new RegExp(
  [
    String.raw`(?<comment>//[^\n]*|/\*[\s\S]*?\*/)`,
    String.raw`(?<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|${'`'}(?:\\.|\$\{[^${'`'}}]*\}|[^${'`'}\\])*${'`'})`,
    String.raw`(?<regex>(?<=[(,=:[!&|?{};\n]\s*)/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+/[a-z]*)`,
    String.raw`(?<word>[\w$]+(?:\s*\.\s*[\w$]+)*)`,
    String.raw`(?<sign>[^\s\w])`,
  ].join('|'),
  'g',
);

function tokensOf(source) {
  const tokens = [];
  let line = 1;
  let from = 0;
  for (const { index, groups } of source.matchAll(TOKEN)) {
    line += source.slice(from, index).split('\n').length - 1;
    from = index;
    const { text, word, sign } = groups;
    if (text) tokens.push({ kind: 'text', text: fixedText(text), line });
    else if (word) tokens.push({ kind: 'word', text: word.replace(/\s/g, ''), line });
    else if (sign) tokens.push({ kind: 'sign', text: sign, line });
  }
  return tokens;
}

const fixedText = (literal) =>
  literal
    .slice(1, -1)
    .replace(/\$\{[^}]*\}/g, ' ')
    .replace(/\\(.)/g, '$1');
