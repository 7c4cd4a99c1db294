/** The first match counts: most browsers also name their ancestors. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];
/** Longer than browsers send. */
const LONGEST = 1000;

const named = (text: string, names: [RegExp, string][]) => names.find(([sign]) => sign.test(text))?.[1];

/** The device of a User-Agent ("Firefox on Windows"), for its owner to recognise, without version. Null when unknown. */
export function deviceOf(userAgent: string | undefined): string | null {
  const text = userAgent?.slice(0, LONGEST) ?? '';
  const [browser, system] = [named(text, BROWSERS), named(text, SYSTEMS)];
  if (!system) return browser ?? null;
  return `${browser ?? 'Browser'} on ${system}`;
}
