import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApi } from '../server/api-docs/openapi.ts';
import { FEATURE_REFUSALS } from '../server/api-docs/refusals.ts';
import { REFUSALS } from '../shared/messages.ts';
import { checkedIn } from './openapi.ts';

test('docs/openapi.json is what the contract says (npm run openapi prints it anew)', () => {
  expect(checkedIn()).toBe(openApi());
});

test('every refusal that the document tells of a feature is a text that its rules say', () => {
  const files = ['server', 'shared'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.') && !file.startsWith('api-docs'))
      .map((file) => readFileSync(join(folder, file), 'utf8')),
  );
  // A text with a number in it is in the sources with the name of its limit.
  const sources = [...files, ...Object.values(REFUSALS)].join('\n');
  const said = new Set(Object.values(FEATURE_REFUSALS).flatMap((some) => some.map(([, text]) => text)));
  expect(said.size).toBeGreaterThan(80);
  for (const call of ['logIn', 'answerSecondFactor', 'createUser', 'updateUser', 'setUpCompany'] as const)
    expect(FEATURE_REFUSALS[call]?.length, call).toBeGreaterThan(1);
  for (const text of said)
    for (const part of text.split(/\{[^}]*\}/).map((one) => one.trim()))
      if (part.length > 3) expect(sources.includes(part), `${text}: ${part}`).toBe(true);
});
