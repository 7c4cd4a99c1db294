import { type ReactNode, useRef } from 'react';
import { Button } from '../Button.tsx';
import { CopyButton } from '../CopyButton.tsx';
import { Field } from '../form/Field.tsx';
import { Input } from '../form/Input.tsx';
import { Notice } from '../Notice.tsx';
import { Dialog } from './Dialog.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  title: string;
  description: string;
  /** Name of the secret: "Token". */
  noun: string;
  /** Undefined when a retry returned the stored response, which has no secret. */
  secret: string | undefined;
  hint: string;
};

/** Shows a new secret, once. */
export function SecretDialog({ open, onClose, onClosed, title, description, noun, secret, hint }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={title}
      description={description}
      size={520}
      cancelLabel={null}
      foot={<Button onClick={onClose}>Done</Button>}
    >
      {secret ? (
        <SecretField label={noun} hint="Shown once. Copy it now." noun={noun} secret={secret} code>
          {hint}
        </SecretField>
      ) : (
        <Notice variant="warning" title={`The ${noun.toLowerCase()} was made but can't be shown`}>
          It is shown only once. Make another one.
        </Notice>
      )}
    </Dialog>
  );
}

/** A secret that is shown once, with a button that copies it. */
export function SecretField({ label, hint, noun, secret, code = false, children }: SecretFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="grid gap-4">
      <Field label={label} hint={hint}>
        <Input
          ref={input}
          readOnly
          value={secret}
          className={code ? 'font-mono text-hint' : undefined}
          onFocus={(event) => event.target.select()}
        />
      </Field>
      <CopyButton
        block
        variant="primary"
        data-autofocus=""
        text={secret}
        noun={noun}
        label={`Copy ${noun.toLowerCase()}`}
        onFailed={() => input.current?.select()}
      />
      <p className="text-hint text-pretty text-muted">{children}</p>
    </div>
  );
}

type SecretFieldProps = {
  label: string;
  hint: string;
  /** Name of the secret: "Token". */
  noun: string;
  secret: string;
  /** In fixed-width letters. */
  code?: boolean;
  /** What to do with it. */
  children: ReactNode;
};
