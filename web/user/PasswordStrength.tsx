import { Check, Circle } from 'lucide-react';
import { useId } from 'react';
import { STRENGTH_RULES, strengthLabel, strengthOf } from '../../shared/password.ts';
import { cx } from '../ui/cx.ts';

const LOOKS = {
  Weak: { bar: 'bg-red-600 dark:bg-red-500', word: 'text-bad' },
  Fair: { bar: 'bg-amber-500', word: 'text-amber-800 dark:text-amber-300' },
  Strong: { bar: 'bg-emerald-600 dark:bg-emerald-500', word: 'text-emerald-700 dark:text-emerald-400' },
};

export interface PasswordStrengthProps {
  password: string;
  /** Everything that the password must meet, in one sentence over the rules of the meter. */
  demand: string;
}

/** The strength meter: a bar and a rule for each 25 points, and the word of the score once something is typed. */
export function PasswordStrength({ password, demand }: PasswordStrengthProps) {
  const demandId = useId();
  const score = strengthOf(password);
  const label = strengthLabel(score);
  const { bar, word } = LOOKS[label];
  return (
    <div className="flex flex-col gap-2 pt-1">
      <div className="flex h-5 items-center gap-3">
        <div aria-hidden className="grid flex-1 grid-cols-4 gap-1.5">
          {STRENGTH_RULES.map((rule, index) => (
            <span
              key={rule.label}
              className={cx(
                'h-1.5 rounded-full transition-colors duration-150',
                index * 25 < score ? bar : 'bg-line',
              )}
            />
          ))}
        </div>
        <span aria-live="polite" className={cx('min-w-12 text-right text-hint font-medium', word)}>
          {password && (
            <>
              <span className="sr-only">Password strength: </span>
              <span>{label}</span>
            </>
          )}
        </span>
      </div>
      <p id={demandId} className="text-hint text-muted">
        {demand}
      </p>
      <ul aria-labelledby={demandId} className="grid grid-cols-2 gap-x-3 gap-y-1 text-hint text-muted">
        {STRENGTH_RULES.map(({ label: rule, met }) => {
          const done = met(password);
          const Picture = done ? Check : Circle;
          return (
            <li key={rule} className="flex min-w-0 items-baseline gap-2">
              <Picture
                aria-hidden
                className={cx(
                  'shrink-0 translate-y-[2px]',
                  done ? 'size-3.5 text-emerald-700 dark:text-emerald-400' : 'size-3.5 scale-50 opacity-60',
                )}
              />
              <span>
                {rule}
                <span className="sr-only">{done ? ', met' : ', not met'}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
