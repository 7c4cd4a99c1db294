import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { TERMS } from './terms.ts';

export interface TermsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The Terms of Service, read where one stands: in the footer and beside the sign-up checkbox. */
export function TermsDialog({ open, onOpenChange }: TermsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size={560}
      title="Terms of Service"
      description="What Keyhold does for you, and what it asks of you."
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls, so the arrow keys must reach it */}
      <ol tabIndex={0} data-autofocus className="grid gap-5 rounded-sm pt-1 outline-offset-6">
        {TERMS.map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[28px_1fr]">
            <span aria-hidden className="text-sm leading-6 text-muted tabular-nums">
              {index + 1}
            </span>
            <div>
              <h3 className="text-sm leading-6 font-semibold">{title}</h3>
              <p className="mt-0.5 text-sm leading-6 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
