import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitWords, GAP, LINE_HEIGHT } from './fit.ts';
import { FORMATS, formatOf } from './formats.ts';

/** Letters are 0.6 of the font size wide, bold ones a little more. */
const measure = (text: string, isBold: boolean) => [...text].length * (isBold ? 0.62 : 0.56);
const MM = 25.4 / 72;

test('on every format every text stays within its place, and nothing is left out without an ellipsis', () => {
  const text = fc.string({ unit: fc.constantFrom('A', 'b', '7', '-', ' ', '/'), maxLength: 120 });
  fc.assert(
    fc.property(fc.constantFrom(...FORMATS), text, text, (format, name, line) => {
      const fitted = fitWords(format, { name: name.trim(), line: line.trim() }, measure);
      const parts = [
        { ...fitted.name, isBold: true },
        { ...fitted.line, isBold: false },
      ];
      let height = parts.every(({ lines }) => lines.length > 0) ? GAP : 0;
      for (const { lines, size, isBold } of parts) {
        height += lines.length * size * LINE_HEIGHT * MM;
        for (const one of lines)
          expect(measure(one, isBold) * size * MM).toBeLessThanOrEqual(format.words.width + 0.001);
      }
      expect(height).toBeLessThanOrEqual(format.words.height + 0.001);
      const shown = [...fitted.name.lines, ...fitted.line.lines].join('').replace(/\s/g, '');
      if (!fitted.isCut) expect(shown).toBe((name + line).replace(/\s/g, ''));
    }),
  );
});

test('a set ID is never broken where it can be smaller, and a long one keeps its beginning', () => {
  const small = formatOf('38x21');
  const line = 'If found: call 0161 496 0000';
  for (const name of ['MCR-0101', 'BHM-0403']) {
    const fitted = fitWords(small, { name, line }, measure);
    expect(fitted).toMatchObject({ name: { lines: [name] }, isCut: false });
  }
  const long = 'PALATINE-ROAD-FLAT-12B-COMMUNAL-STAIRS-AND-ROOF-051';
  const fitted = fitWords(small, { name: long, line }, measure);
  expect(fitted.name.lines[0]).toMatch(/^PALATINE-/);
  expect(fitted.name.lines.join('')).toBe(long);
});
