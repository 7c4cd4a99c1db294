import type { KeyBunch } from '../../shared/key-bunch.ts';
import { NO_SETTINGS } from '../../shared/setting-labels.ts';
import { useRead } from '../api/read.ts';
import { useLabels } from '../setting/labels.ts';
import { type DueOffer, type DueOption, dueOptions } from './due-choices.ts';
import { useNow, useZone } from './zone.ts';

/** When sets may be due, as chips; they move on with the clock. */
export function useDueOptions(bunches: readonly Pick<KeyBunch, 'type'>[], offer: DueOffer = {}): DueOption[] {
  const [now, zone] = [useNow(), useZone()];
  const { label } = useLabels();
  const { data: { keyTypes } = NO_SETTINGS } = useRead('getSettings');
  return dueOptions(
    bunches,
    {
      now,
      zone,
      ruleOf: (type) => keyTypes.find(({ name }) => name === type)?.due ?? null,
      typeLabel: (type) => label('keyTypes', type),
    },
    offer,
  );
}
