/** The tints a configured colour can take on a badge. */
export const COLOR_TINTS = ['red', 'yellow', 'green', 'emerald', 'blue', 'purple', 'pink', 'gray'] as const;
type ColorTint = (typeof COLOR_TINTS)[number];

/** Each hue range belongs to its lower end; 360 is 0. */
const UP_TO: readonly [number, ColorTint][] = [
  [30, 'red'],
  [90, 'yellow'],
  [150, 'green'],
  [180, 'emerald'],
  [240, 'blue'],
  [300, 'purple'],
  [360, 'pink'],
];
const MIN_SPREAD = 50;

/** `#rrggbb` to the tint of its hue; gray when the spread of its channels (0-255) is under 50, or when it is no colour. */
export function tintOf(color: string): ColorTint {
  const channels = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i
    .exec(color)
    ?.slice(1)
    .map((hex) => Number.parseInt(hex, 16));
  const [red = 0, green = 0, blue = 0] = channels ?? [];
  const max = Math.max(red, green, blue);
  const spread = max - Math.min(red, green, blue);
  if (spread < MIN_SPREAD) return 'gray';
  const sector =
    max === red
      ? (green - blue) / spread
      : max === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread;
  const hue = (sector * 60 + 360) % 360;
  return UP_TO.find(([end]) => hue < end)?.[1] ?? 'red';
}
