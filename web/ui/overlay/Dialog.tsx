import { Dialog as Radix } from 'radix-ui';
import { useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DialogBody, type DialogBodyProps } from './DialogBody.tsx';
import { DialogHead, type DialogHeadProps } from './DialogHead.tsx';
import { dialogPanelClass, scrimClass } from './dialog-class.ts';
import { firstField, useDialogFocus } from './dialog-focus.ts';
import { toast } from './toast.ts';
import { useLayer } from './use-layer.ts';

const STILL_SENDING = 'Still sending. You will be told how it ends.';
const widths = { 480: 'max-w-[480px]', 520: 'max-w-[520px]', 560: 'max-w-[560px]', 880: 'max-w-[880px]' };

export interface DialogProps extends DialogHeadProps, DialogBodyProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** It has left, and the focus is back where it was. */
  onClosed?: (() => void) | undefined;
  /** Width in pixels from 768 px up; 480 unless told. */
  size?: keyof typeof widths | undefined;
  /** Something was typed: Esc, Back, the scrim, the cross and Cancel ask before they throw it away. */
  dirty?: boolean | undefined;
  /** What was entered is on its way: the dialog may be left, and a toast tells how that ends. */
  sending?: boolean | undefined;
  /** While it is open, other dialogs are out of sight. */
  alone?: boolean | undefined;
}

/**
 * A dialog: centred from 768 px up, a bottom sheet below. The body scrolls, head and foot stay. Focus goes to
 * `[data-autofocus]` or the first control (to the dialog itself under a finger, where the keyboard would cover it),
 * and back to where it was.
 */
export function Dialog({
  open,
  onOpenChange,
  onClosed,
  title,
  lead,
  badge,
  description,
  headRight,
  size = 480,
  dirty = false,
  sending = false,
  alone = false,
  ...body
}: DialogProps) {
  const [asking, setAsking] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const focus = useDialogFocus(panel, (box) => firstField(box) ?? box, onClosed);
  const close = () => {
    if (!open) return;
    if (sending) toast({ title: STILL_SENDING });
    if (dirty && !sending) setAsking(true);
    else onOpenChange(false);
  };
  useLayer('dialog', open, close);

  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())}>
      <Radix.Portal>
        <Radix.Overlay data-scrim={alone ? 'alone' : ''} className={scrimClass}>
          <Radix.Content
            ref={panel}
            tabIndex={-1}
            {...focus}
            onEscapeKeyDown={(event) => isExpanded(event.target) && event.preventDefault()}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={cx(dialogPanelClass, widths[size])}
          >
            <DialogHead {...{ title, lead, badge, description, headRight }} onPulled={close} />
            <DialogBody {...body} onCancel={close} />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
      <DiscardQuestion
        open={asking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          onOpenChange(false);
        }}
      />
    </Radix.Root>
  );
}

/** Whether that is a field whose list is open: Escape closes the list, and the dialog not yet. */
const isExpanded = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('[role=combobox][aria-expanded=true]');

/** Asked before something typed is thrown away. */
export function DiscardQuestion({
  open,
  onKeep,
  onDiscard,
}: {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onKeep()}
      title="Discard changes?"
      text="What you have entered here will be lost."
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      danger
      onConfirm={onDiscard}
    />
  );
}
