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
        <Shown noun={noun} secret={secret} hint={hint} />
      ) : (
        <Notice variant="warning" title={`The ${noun.toLowerCase()} was made but can't be shown`}>
          It is shown only once. Make another one.
        </Notice>
      )}
    </Dialog>
  );
}

function Shown({ noun, secret, hint }: { noun: string; secret: string; hint: string }) {
  return (
    <div className="grid gap-4">
      <Field label={noun} hint="Shown once. Copy it now.">
        <Input
          data-secret=""
          readOnly
          value={secret}
          className="font-mono text-hint"
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
        onFailed={() => document.querySelector<HTMLInputElement>('[data-secret]')?.select()}
      />
      <p className="text-hint text-pretty text-muted">{hint}</p>
    </div>
  );
}
