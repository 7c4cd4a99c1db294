import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitWords, GAP, LINE_HEIGHT } from './fit.ts';
import { type Box, FORMATS, formatOf, perSheet, placeOf } from './formats.ts';
import { reachOf } from './LabelWarnings.tsx';

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

test.each(FORMATS)(
  '$name: a set ID that is too long is cut, and never leaves the finder without the line',
  (format) => {
    const line = 'If found: call 0161 496 0000';
    const { lines } = fitWords(format, { name: '', line }, measure).line;
    const fitted = fitWords(format, { name: 'W'.repeat(2000), line }, measure);
    expect(fitted.name.lines.at(-1)).toMatch(/^W+…$/);
    expect(fitted.line.lines.join(' ')).toBe(lines.join(' '));
  },
);

/** Distance of a box's farthest corner from the middle of its label. */
const farthest = ({ left, top, width, height }: Box, middle: number) =>
  Math.max(
    ...[left, left + width].flatMap((x) =>
      [top, top + height].map((y) => Math.hypot(x - middle, y - middle)),
    ),
  );

test.each(FORMATS)(
  '$name: labels and margins add up to the paper, code and words are on the label',
  (format) => {
    const { paper, label, stock } = format;
    expect(paper).toEqual(
      stock === 'tape'
        ? label
        : stock === 'a4'
          ? { width: 210, height: 297 }
          : { width: 215.9, height: 279.4 },
    );
    const [first, last] = [placeOf(format, 0), placeOf(format, perSheet(format) - 1)];
    // Sheets are symmetrical: what is left at the right and below is the margin at the left and above.
    expect(Math.abs(paper.width - last.left - last.width - first.left)).toBeLessThan(0.15);
    expect(Math.abs(paper.height - last.top - last.height - first.top)).toBeLessThan(0.15);
    expect(format.across).toBeGreaterThanOrEqual(label.width);
    expect(format.down).toBeGreaterThanOrEqual(label.height);
    for (const part of [format.square, format.words]) {
      expect(Math.min(part.left, part.top)).toBeGreaterThan(1);
      expect(part.left + part.width).toBeLessThan(label.width - 1);
      expect(part.top + part.height).toBeLessThan(label.height - 1);
      if (label.round) expect(farthest(part, label.width / 2)).toBeLessThan(label.width / 2 - 0.7);
    }
    expect(format.square.width).toBe(format.square.height);
    // A module is at least 0.36 mm: four dots of a printer of 300 dpi.
    expect(format.square.width / 25).toBeGreaterThanOrEqual(0.36);
  },
);

test.each([
  ['http://localhost:4106', 'computer'],
  ['http://keys.localhost', 'computer'],
  ['http://127.0.0.1:4106', 'computer'],
  ['https://127.8.8.8', 'computer'],
  ['http://[::1]:8080', 'computer'],
  ['http://0.0.0.0:80', 'computer'],
  ['https://10.0.0.7', 'network'],
  ['http://192.168.1.20:4106', 'network'],
  ['https://172.16.0.1', 'network'],
  ['https://172.31.255.1', 'network'],
  ['https://169.254.3.4', 'network'],
  ['https://100.64.0.9', 'network'],
  ['https://[fd00::7]', 'network'],
  ['https://[fe80::1]', 'network'],
  ['https://keys', 'network'],
  ['https://keys.local', 'network'],
  ['http://keys.corp', 'network'],
  ['https://keys.home.arpa', 'network'],
  ['http://keys.example.com', 'unencrypted'],
  ['http://172.32.0.1', 'unencrypted'],
  ['https://keys.example.com', 'everyone'],
  ['https://local.example.com', 'everyone'],
  ['https://10.example.com', 'everyone'],
  ['https://100.128.0.1', 'everyone'],
  ['https://[2001:db8::1]', 'everyone'],
])('%s can be opened by: %s', (address, reach) => expect(reachOf(address)).toBe(reach));
