import { expect, test } from 'vitest';

test('the titles of tests are read from their source, and of tests that run only', async () => {
  // Plain JavaScript, as `npm run spec` runs before anything is built.
  const file: string = './titles.mjs';
  const { titlesIn } = await import(file);
  const source = `
    test('plain', f); it("quoted \\"twice\\"", f); test.only(\`${'$'}{count} times\`, f);
    test.each([['a', ')'], ['b', /[/)']/]])('each %s', f);
    test(
      'wrapped', f);
    test.skip('left out', f); it.todo('not yet'); // test('remarked')
    test.describe('group', () => { /* test('remarked') */ test.step('step', f); });
    expect(/x/.test('asked')); pattern.test('asked');
    test(name, f);`;
  const titles = titlesIn(source).map(({ title }: { title: string }) => title.trim());
  expect(titles).toEqual(['plain', 'quoted "twice"', 'times', 'each %s', 'wrapped']);
});
