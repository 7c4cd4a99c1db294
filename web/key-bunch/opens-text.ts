import type { KeyBunch } from '../../shared/key-bunch.ts';

/** What a set opens, in a line: "12 High Street, Pier Estates and 2 more"; empty of one that names no premises. */
export function opensText({ premises }: Pick<KeyBunch, 'premises'>): string {
  const [first, ...others] = premises;
  if (!first) return '';
  const whose = [first.name, first.client].filter(Boolean).join(', ');
  return others.length > 0 ? `${whose} and ${others.length} more` : whose;
}

/** What a set opens and which door that is. */
export const whatText = (bunch: Pick<KeyBunch, 'premises' | 'keyDescription'>): string =>
  [opensText(bunch), bunch.keyDescription].filter(Boolean).join(' · ');
