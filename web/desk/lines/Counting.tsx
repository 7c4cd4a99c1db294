import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { TEXT_MAX } from '../../../shared/limits.ts';
import { count } from '../../format.ts';
import { cx } from '../../ui/cx.ts';
import { Input } from '../../ui/form/Input.tsx';
import type { Line } from '../state/desk-state.ts';
import type { Desk } from '../work/use-desk.ts';
import { Stepper } from './Stepper.tsx';

type Props = { desk: Desk; line: Line & { bunch: KeyBunch }; className?: string };

/** How many keys and fobs are on the ring, and what is missing. */
export function Counting({ desk, line, className }: Props) {
  const { bunch, key, missing } = line;
  const counted = line.counted ?? { keys: bunch.keyCount, fobs: bunch.fobCount };
  const change = (next: typeof counted) => desk.send({ type: 'lineChanged', key, change: { counted: next } });
  return (
    <div className={cx('flex flex-wrap items-end gap-x-4 gap-y-3', className)}>
      <div>
        <p className="mb-1 text-hint text-muted">Counted</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="flex items-center gap-2">
            <Stepper
              label="keys"
              value={counted.keys}
              max={bunch.keyCount}
              onChange={(keys) => change({ ...counted, keys })}
            />
            <span className="text-hint whitespace-nowrap">of {count(bunch.keyCount, 'key')}</span>
          </span>
          {bunch.fobCount > 0 && (
            <span className="flex items-center gap-2">
              <Stepper
                label="fobs"
                value={counted.fobs}
                max={bunch.fobCount}
                onChange={(fobs) => change({ ...counted, fobs })}
              />
              <span className="text-hint whitespace-nowrap">of {count(bunch.fobCount, 'fob')}</span>
            </span>
          )}
        </div>
      </div>
      <div className="min-w-48 flex-1">
        <span aria-hidden className="mb-1 block text-hint text-muted">
          What is missing
        </span>
        <Input
          aria-label={`What is missing of ${bunch.identifier}`}
          value={missing}
          maxLength={TEXT_MAX}
          autoComplete="off"
          placeholder="Which key, and who is looking for it"
          onChange={(event) =>
            desk.send({ type: 'lineChanged', key, change: { missing: event.target.value } })
          }
        />
      </div>
    </div>
  );
}
