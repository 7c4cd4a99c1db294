import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lint, loadConfig } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { REFUSAL_CODES } from '../server/refusal-codes.ts';
import { shapeOf } from '../server/reply-shape.ts';
import { api, type Call, type CallName } from '../shared/api.ts';
import { REFUSALS } from '../shared/messages.ts';
import { FEATURE_REFUSALS } from './openapi/refusals.ts';
import { generated } from './openapi.ts';

const all = generated();
const files = all.filter(({ name }) => name.endsWith('.json'));
/** Three seconds of one processor; a shared machine takes longer. */
const SLOWLY = 120_000;

test.each(all)('docs/$name is what the contract says (npm run openapi writes it)', (file) => {
  expect(file.checkedIn).toBe(file.wanted);
});

test.each(files)(
  "docs/$name passes redocly's recommended rules, but for the paths of .redocly.lint-ignore.yaml",
  async ({ name }) => {
    const config = await loadConfig({ customExtends: ['recommended'] });
    const problems = await lint({ ref: `docs/${name}`, config });
    const said = problems.filter(({ ignored }) => !ignored);
    expect(said.map(({ ruleId, message }) => `${ruleId} ${message}`)).toEqual([]);
  },
  SLOWLY,
);

test.each(files)(
  "docs/$name passes spectral's recommended rules",
  async ({ checkedIn }) => {
    const linter = new spectral.Spectral();
    // The two packages disagree on the type of a ruleset.
    linter.setRuleset({ extends: [[rulesets.oas as never, 'recommended']] });
    const problems = await linter.run(checkedIn);
    expect(problems.map(({ code, message, path }) => `${code} ${message} ${path.join('.')}`)).toEqual([]);
  },
  SLOWLY,
);

type Media = { examples?: { example: { value: unknown } } };
type Operation = {
  operationId: CallName;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, { content: Record<string, Media> }> };
};

test.each(files)('the examples of docs/$name are what the contract takes and sends', ({ checkedIn }) => {
  const { paths, components } = JSON.parse(checkedIn) as Document;
  const exampleIn = (content?: Record<string, Media>) =>
    content?.['application/json']?.examples?.example.value;
  for (const { operationId, requestBody, responses } of Object.values(paths).flatMap(
    Object.values,
  ) as Operation[]) {
    const call: Call = api[operationId];
    if (requestBody && call.body)
      expect(call.body.safeParse(exampleIn(requestBody.content)), operationId).toMatchObject({
        success: true,
      });
    const done = responses[call.status ?? 200];
    const reply = done?.$ref ? components.responses[done.$ref.split('/').at(-1) ?? ''] : done;
    if (typeof call.reply === 'string') continue;
    const example = exampleIn(reply?.content);
    expect(shapeOf(call.reply)(example), operationId).toEqual(example);
  }
});

const sourcesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));

test('every code in the list is the code of a refusal', () => {
  const sources = ['server', 'shared'].flatMap(sourcesOf).join('\n');
  expect(Object.keys(REFUSAL_CODES).filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
});

test('every refusal that the document tells of a feature is a text that its rules say', () => {
  const texts = ['server', 'shared'].flatMap(sourcesOf);
  // A text with a number in it is in the sources with the name of its limit.
  const sources = [...texts, ...Object.values(REFUSALS)].join('\n');
  const said = new Set(Object.values(FEATURE_REFUSALS).flatMap((some) => some.map(([, text]) => text)));
  expect(said.size).toBeGreaterThan(80);
  for (const call of ['logIn', 'answerSecondFactor', 'createUser', 'updateUser', 'setUpCompany'] as const)
    expect(FEATURE_REFUSALS[call]?.length, call).toBeGreaterThan(1);
  for (const text of said)
    for (const part of text.split(/\{[^}]*\}/).map((one) => one.trim()))
      if (part.length > 3) expect(sources.includes(part), `${text}: ${part}`).toBe(true);
});
