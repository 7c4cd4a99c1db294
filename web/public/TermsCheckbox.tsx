import { useId, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { cx } from '../ui/cx.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { linkClass } from '../ui/link-class.ts';
import { TermsDialog } from './landing/TermsDialog.tsx';

export interface TermsCheckboxProps {
  input: UseFormRegisterReturn;
  error?: string | undefined;
  disabled?: boolean | undefined;
}

/** Agreement to the Terms of Service, which open where one stands. */
export function TermsCheckbox({ input, error, disabled }: TermsCheckboxProps) {
  const id = useId();
  const [reading, setReading] = useState(false);
  return (
    <div>
      <div className="flex min-h-11 items-center gap-2.5 text-sm">
        <Checkbox
          {...input}
          id={id}
          size="lg"
          disabled={disabled}
          aria-labelledby={`${id}-text`}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
        />
        <span id={`${id}-text`} className="flex items-center gap-x-1">
          <label htmlFor={id} className="flex min-h-11 items-center">
            I agree to the
          </label>
          <button type="button" onClick={() => setReading(true)} className={cx(linkClass, 'min-h-11')}>
            Terms of Service
          </button>
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className="text-hint text-bad">
          {error}
        </p>
      )}
      <TermsDialog open={reading} onOpenChange={setReading} />
    </div>
  );
}
