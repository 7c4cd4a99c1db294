import { type AriaAttributes, createContext, type ReactNode, useContext, useId } from 'react';
import { cx } from '../cx.ts';

interface FieldProps {
  label: string;
  /** A control of web/ui; it gets its id and descriptions from here. */
  children: ReactNode;
  /** Shows the asterisk and sets aria-required. */
  required?: boolean | undefined;
  /** Shows "(optional)" after the label. */
  optional?: boolean | undefined;
  hint?: ReactNode;
  /** Replaces the hint and marks the control as invalid. */
  error?: string | undefined;
  /** Height of the control. */
  size?: FieldSize | undefined;
  className?: string | undefined;
}

/** A label over one control, with its hint or its error under it. */
export function Field({
  label,
  children,
  required = false,
  optional = false,
  hint,
  error,
  size = 'md',
  className,
}: FieldProps) {
  const controlId = useId();
  const noteId = `${controlId}-note`;
  const note = error ?? hint;
  return (
    <FieldContext
      value={{
        id: controlId,
        label,
        describedBy: note ? noteId : undefined,
        invalid: Boolean(error),
        required,
        size,
      }}
    >
      <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
        <div className={cx('flex items-baseline gap-1', size === 'md' ? 'text-label' : 'text-sm')}>
          <label htmlFor={controlId} className="font-medium">
            {label}
          </label>
          {required && (
            <span aria-hidden className="text-bad">
              *
            </span>
          )}
          {optional && <span className="text-muted">(optional)</span>}
        </div>
        {children}
        {note && (
          <p id={noteId} className={cx('text-hint', error ? 'text-bad' : 'text-muted')}>
            {note}
          </p>
        )}
      </div>
    </FieldContext>
  );
}

/** What a Field passes to its control. */
interface FieldState {
  id: string;
  label: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  size: FieldSize;
}

/** 36, 44 or 48 high; on a phone always 48, on other touch screens at least 44. */
export type FieldSize = 'md' | 'lg' | 'xl';

export const FieldContext = createContext<FieldState | null>(null);

interface Given {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: AriaAttributes['aria-invalid'] | undefined;
}

/** Attributes of a control from its Field; its own take precedence. */
export function useFieldAttributes(given: Given) {
  const field = useContext(FieldContext);
  return {
    id: given.id ?? field?.id,
    'aria-describedby': cx(given['aria-describedby'], field?.describedBy) || undefined,
    'aria-invalid': given['aria-invalid'] ?? (field?.invalid || undefined),
    'aria-required': field?.required || undefined,
  };
}

/** Size of a control: its own, else the Field's, else md. */
export function useFieldSize(own: FieldSize | undefined): FieldSize {
  const field = useContext(FieldContext);
  return own ?? field?.size ?? 'md';
}
