import { type AriaAttributes, createContext, useContext } from 'react';
import { cx } from '../cx.ts';

/** What a Field passes to its control. */
export interface FieldState {
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
