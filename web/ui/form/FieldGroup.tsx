import { type ReactNode, useId } from 'react';

interface FieldGroupProps {
  label: string;
  children: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** At the right end of the label's line. */
  aside?: ReactNode;
}

/** A label over several controls, with their error and hint under them. */
export function FieldGroup({ label, children, hint, error, aside }: FieldGroupProps) {
  const id = useId();
  return (
    <fieldset
      aria-labelledby={id}
      aria-describedby={error ? `${id}-error` : undefined}
      className="grid min-w-0 gap-1.5"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p id={id} className="mr-auto text-label font-medium">
          {label}
        </p>
        {aside}
      </div>
      {children}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-hint text-bad">
          {error}
        </p>
      )}
      {hint && <p className="text-hint text-pretty text-muted">{hint}</p>}
    </fieldset>
  );
}
