import { expect, test } from 'vitest';
import { checkedIn, openApi } from './openapi.ts';

test('docs/openapi.json is what the contract says (npm run openapi prints it anew)', () => {
  expect(checkedIn()).toBe(openApi());
});
