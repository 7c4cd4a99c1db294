import { AlertDialog as Radix } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import { dialogPanelClass, phoneFootClass, scrimClass } from '../classes.ts';
import { cx } from '../cx.ts';
import { useDialogFocus } from './dialog-focus.ts';
import { useLayer } from './layers.ts';
import { footRef } from './rest-guard.ts';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** After closing, with the focus restored. */
  onClosed?: (() => void) | undefined;
  /** A question. */
  title: string;
  /** What happens if it is confirmed. */
  text: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** Irreversible: the confirm button is red. */
  danger?: boolean | undefined;
  /** Cancel is the usual answer: its button is the primary. */
  prefersCancel?: boolean | undefined;
  pending?: boolean | undefined;
  /** Why it can't be confirmed yet, such as a missing reason. */
  disabledReason?: string | undefined;
  /** The caller closes the dialog when done. */
  onConfirm: () => void;
  /** A field between the text and the buttons. */
  children?: ReactNode;
}

/** A question with two answers. Focus starts on the safe one, or on `[data-autofocus]`. */
export function ConfirmDialog({
  open,
  onOpenChange,
  onClosed,
  title,
  text,
  children,
  ...foot
}: ConfirmDialogProps) {
  const panel = useRef<HTMLDivElement>(null);
  const focus = useDialogFocus(panel, () => null, onClosed);
  const change = (next: boolean) => !foot.pending && onOpenChange(next);
  useLayer('dialog', open, () => change(false));
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay data-scrim="" className={scrimClass}>
          <Radix.Content ref={panel} {...focus} className={cx(dialogPanelClass, 'max-w-[420px]')}>
            <div className="min-h-0 flex-1 overflow-y-auto px-6 pt-5 pb-6 phone:px-5 phone:pt-6">
              <Radix.Title className="text-head font-semibold">{title}</Radix.Title>
              <Radix.Description asChild>
                <div className="mt-1.5 text-body text-pretty text-muted">{text}</div>
              </Radix.Description>
              {children && <div className="mt-4">{children}</div>}
            </div>
            {/* While it closes it still has the focus: Enter held down would confirm again. */}
            <Answers {...foot} onConfirm={() => open && foot.onConfirm()} />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

type AnswersProps = Omit<
  ConfirmDialogProps,
  'open' | 'onOpenChange' | 'onClosed' | 'title' | 'text' | 'children'
>;

function Answers({
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  prefersCancel = false,
  pending = false,
  disabledReason,
  onConfirm,
}: AnswersProps) {
  return (
    <div
      ref={footRef}
      className={cx(
        'flex min-h-16 shrink-0 items-center justify-end gap-2 border-t bg-soft/40 px-6 py-3 phone:bg-panel',
        phoneFootClass,
      )}
    >
      <Radix.Cancel asChild>
        <Button variant={prefersCancel ? 'primary' : 'secondary'} disabled={pending}>
          {cancelLabel}
        </Button>
      </Radix.Cancel>
      <Button
        variant={danger ? 'destructive' : prefersCancel ? 'secondary' : 'primary'}
        pending={pending}
        disabledReason={disabledReason}
        reasonIn="tooltip"
        onClick={onConfirm}
      >
        {confirmLabel}
      </Button>
    </div>
  );
}

export type Question = Pick<
  ConfirmDialogProps,
  'title' | 'text' | 'confirmLabel' | 'cancelLabel' | 'prefersCancel' | 'danger' | 'children'
>;

/** A confirmation as a promise: `ask` resolves to the answer. Render `dialog`. */
export function useQuestion() {
  const [shown, setShown] = useState<{ question: Question; open: boolean } | null>(null);
  const answer = useRef<(yes: boolean) => void>(undefined);

  function ask(question: Question): Promise<boolean> {
    setShown({ question, open: true });
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }
  function close(yes: boolean) {
    setShown((last) => last && { ...last, open: false });
    answer.current?.(yes);
  }
  const dialog = shown && (
    <ConfirmDialog
      {...shown.question}
      open={shown.open}
      onOpenChange={(next) => !next && close(false)}
      onConfirm={() => close(true)}
    />
  );
  return { ask, dialog };
}
