import { type ReactNode, useRef, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';

export type Question = {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  prefersCancel?: boolean;
};

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
