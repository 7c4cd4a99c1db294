import { expect, test } from 'vitest';
import { unclearNames } from './BunchLink.tsx';

const by = (firstName: string, lastName: string, email: string) => ({
  user: { username: email.split('@')[0] ?? '', email, firstName, lastName },
});

test('a name does not tell who it was once two accounts had it, or its account had another', () => {
  const dana = by('Dana', 'Holt', 'dana@example.com');
  const callum = by('Callum', 'Reid', 'callum@example.com');
  expect(unclearNames([dana, dana, callum, { user: null }])).toEqual(new Set());
  const namesake = by('Dana', 'Holt', 'dana.holt@example.com');
  expect(unclearNames([dana, namesake, callum])).toEqual(new Set(['Dana Holt']));
  const renamed = by('Dana', 'Marsh', 'dana@example.com');
  expect(unclearNames([renamed, callum, dana])).toEqual(new Set(['Dana Marsh', 'Dana Holt']));
});
