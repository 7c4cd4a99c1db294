import { useEffect, useRef } from 'react';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { useRead } from '../api/read.ts';
import type { DueChoice } from './due-choices.ts';
import { useDueOptions } from './use-due-options.ts';

type Asked = {
  bunches: readonly Pick<KeyBunch, 'type'>[];
  /** Whether the holder has no account. */
  isOutsider: boolean;
  due: DueChoice;
  onDue: (due: DueChoice) => void;
};

/**
 * Chooses a due time for an outsider where no type of the sets has a rule: this evening, or else the next morning, as the chips offer it. It
 * is taken back when the holder is another one; what a user chose stays (docs/decisions/0058-due-times-of-outsiders.md).
 */
export function useOutsiderDue({ bunches, isOutsider, due, onDue }: Asked): void {
  const known = useRead('getSettings').data !== undefined;
  const options = useDueOptions(bunches);
  const given = useRef<DueChoice | null>(null);
  const evening = options.find(({ choice }) => choice.kind === 'at')?.choice;
  const ruled = options.some(({ choice }) => choice.kind === 'rule');
  const wanted = known && isOutsider && !ruled && bunches.length > 0;
  useEffect(() => {
    if (wanted && due.kind === 'rule' && evening) {
      given.current = evening;
      onDue(evening);
    } else if (!wanted && given.current && due === given.current) {
      given.current = null;
      onDue({ kind: 'rule' });
    }
  });
}
