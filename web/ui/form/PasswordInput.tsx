import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Input, type InputProps } from './Input.tsx';
import { InputButton } from './InputButton.tsx';

export interface PasswordInputProps extends Omit<InputProps, 'type'> {}

/** A password input with a show/hide button. `trail` is placed before that button. */
export function PasswordInput({ trail, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <Input
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      type={shown ? 'text' : 'password'}
      trail={
        <>
          {trail}
          <InputButton
            icon={shown ? EyeOff : Eye}
            label={shown ? 'Hide password' : 'Show password'}
            disabled={rest.disabled}
            onClick={() => setShown(!shown)}
          />
        </>
      }
    />
  );
}
