import sharp from 'sharp';

/** The middle of the ring, and its radius, on a field of 1,200 by 840. */
const RING = { x: 600, y: 230, radius: 128 };
const STEEL = 'steel';
const BRASS = 'brass';

/** A key as it hangs: how far from straight down, in degrees; its metal; how long; the depths of its cuts. */
type Key = { turn: number; metal: typeof STEEL | typeof BRASS; length: number; cuts: readonly number[] };

const KEYS: readonly Key[] = [
  { turn: 70, metal: STEEL, length: 300, cuts: [8, 18, 10, 22, 14] },
  { turn: 34, metal: STEEL, length: 330, cuts: [20, 10, 16, 8, 18, 12] },
  { turn: -66, metal: BRASS, length: 310, cuts: [12, 20, 8, 18, 10] },
  { turn: -36, metal: STEEL, length: 290, cuts: [16, 8, 20, 12, 18] },
  { turn: 52, metal: BRASS, length: 270, cuts: [10, 16, 20, 8] },
];

/** A label printer's letters: strokes on a field of 4 by 6, so that no font is needed. */
const STROKES: Record<string, string> = {
  '0': 'M0 0H4V6H0Z',
  '1': 'M1 1L2 0V6',
  '2': 'M0 0H4V3H0V6H4',
  '3': 'M0 0H4V6H0M0 3H4',
  '4': 'M0 0V3H4M4 0V6',
  '5': 'M4 0H0V3H4V6H0',
  '6': 'M4 0H0V6H4V3H0',
  '7': 'M0 0H4L1.5 6',
  '8': 'M0 0H4V6H0ZM0 3H4',
  '9': 'M4 3H0V0H4V6H0',
  B: 'M0 0H3.5V3H0ZM0 3H4V6H0Z',
  C: 'M4 0H0V6H4',
  D: 'M0 0H2.7L4 1.5V4.5L2.7 6H0Z',
  H: 'M0 0V6M4 0V6M0 3H4',
  L: 'M0 0V6H4',
  M: 'M0 6V0L2 3L4 0V6',
  R: 'M0 6V0H4V3H0M2 3L4 6',
  S: 'M4 0H0V3H4V6H0',
  V: 'M0 0L2 6L4 0',
};

/** A line of letters around `x`, `unit` pixels to the field's. */
function words(text: string, x: number, y: number, unit: number): string {
  const left = x - ((text.length * 6 - 2) * unit) / 2;
  return [...text]
    .map((letter, index) => {
      const at = `translate(${left + index * 6 * unit} ${y}) scale(${unit})`;
      return `<path transform="${at}" d="${STROKES[letter] ?? ''}"/>`;
    })
    .join('');
}

function keyShape({ length, cuts }: Key): string {
  const step = (length - 130) / cuts.length;
  const teeth = cuts.map((depth, index) => {
    const from = 100 + index * step;
    const [floor, inner, outer] = [17 - depth, from + step * 0.35, from + step * 0.7];
    return `L${from + step} 17L${outer} ${floor}L${inner} ${floor}L${from} 17`;
  });
  return `M-52 0A52 46 0 0 1 40 -26L60 -17H${length - 22}L${length} 0L${length - 22} 17${teeth.reverse().join('')}H60L40 26A52 46 0 0 1 -52 0ZM-34 0A15 15 0 1 0 -4 0A15 15 0 1 0 -34 0Z`;
}

function hung(key: Key): string {
  const angle = ((90 + key.turn) * Math.PI) / 180;
  const x = RING.x + RING.radius * Math.cos(angle) * 0.98;
  const y = RING.y + RING.radius * Math.sin(angle) * 0.98;
  const shape = keyShape(key);
  const at = (dx: number, dy: number) =>
    `translate(${x + dx} ${y + dy}) rotate(${90 + key.turn}) translate(19 0)`;
  // A soft shadow without a filter, which would take a second.
  const shadow = [6, 10, 14, 18].map(
    (far) =>
      `<path transform="${at(far * 0.7, far)}" d="${shape}" fill="#000" fill-rule="evenodd" opacity=".09"/>`,
  );
  return `${shadow.join('')}
    <path transform="${at(0, 0)}" d="${shape}" fill="url(#${key.metal})" fill-rule="evenodd" stroke="#000" stroke-opacity=".25" stroke-width="2"/>
    <path transform="${at(0, 0)}" d="M70 -6H${key.length - 34}" stroke="#fff" stroke-opacity=".35" stroke-width="4"/>`;
}

function drawing(identifier: string, keys: readonly Key[]): string {
  const [place = '', number = ''] = identifier.split('-');
  const { x, y, radius } = RING;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="630" viewBox="0 0 1200 840">
  <defs>
    <radialGradient id="desk" cx=".5" cy=".4" r=".8"><stop offset="0" stop-color="#55606a"/><stop offset="1" stop-color="#262d33"/></radialGradient>
    <linearGradient id="steel" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#eef1f4"/><stop offset=".5" stop-color="#aab1b9"/><stop offset="1" stop-color="#777f88"/></linearGradient>
    <linearGradient id="brass" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f0d793"/><stop offset=".5" stop-color="#c79d4b"/><stop offset="1" stop-color="#8d6725"/></linearGradient>
    <linearGradient id="tag" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#ffd84d"/><stop offset="1" stop-color="#e0a80d"/></linearGradient>
  </defs>
  <rect width="100%" height="100%" fill="url(#desk)"/>
  <circle cx="${x + 9}" cy="${y + 14}" r="${radius}" fill="none" stroke="#000" stroke-opacity=".12" stroke-width="19"/>
  <circle cx="${x + 9}" cy="${y + 14}" r="${radius}" fill="none" stroke="#000" stroke-opacity=".15" stroke-width="12"/>
  ${keys.map(hung).join('')}
  ${[6, 11, 16, 21].map((far) => `<rect x="${510 + far * 0.8}" y="${330 + far}" width="180" height="330" rx="30" fill="#000" opacity=".1"/>`).join('')}
  <rect x="510" y="330" width="180" height="330" rx="30" fill="url(#tag)"/>
  <circle cx="600" cy="366" r="17" fill="#39424a"/>
  <rect x="532" y="420" width="136" height="190" rx="8" fill="#fbfaf5"/>
  <g fill="none" stroke="#20262b" stroke-width=".95" stroke-linejoin="round" stroke-linecap="round">
    ${words(place, 600, 448, 5)}${words(number, 600, 508, 5.4)}
  </g>
  <path d="M552 572H648M552 588H620" stroke="#20262b" stroke-opacity=".35" stroke-width="4"/>
  <circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="url(#steel)" stroke-width="15"/>
  <circle cx="${x}" cy="${y}" r="${radius - 3}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>
</svg>`;
}

/** A photo of a bunch as a data URL: keys on a ring, under a tag with its identifier. `count` is how many keys, at most five. */
export async function photoOf(identifier: string, count: number): Promise<string> {
  const keys = KEYS.slice(0, Math.min(count, KEYS.length));
  const file = await sharp(Buffer.from(drawing(identifier, keys)))
    .jpeg({ quality: 85 })
    .toBuffer();
  return `data:image/jpeg;base64,${file.toString('base64')}`;
}
