import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { createContext, type FormEvent, type ReactNode, useContext, useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import { cx } from '../cx.ts';
import { PHONE, useMedia } from '../media.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { dialogPanelClass, phoneFootClass, scrimClass } from './dialog-class.ts';
import { focusAgain, focusOrigin } from './return-focus.ts';
import { useSheetDrag } from './sheet-drag.ts';

const widths = { 480: 'max-w-[480px]', 520: 'max-w-[520px]', 560: 'max-w-[560px]', 880: 'max-w-[880px]' };

const CloseContext = createContext<() => void>(() => {});

/** Inside a Dialog: closes it the way Esc does, asking first when it is dirty. */
export function useDialogClose(): () => void {
  return useContext(CloseContext);
}

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Before title and description: the picture of a person. */
  lead?: ReactNode;
  /** Beside the title. */
  badge?: ReactNode;
  /** Under the title, muted. */
  description?: ReactNode;
  /** At the right of the head, before the cross. */
  headRight?: ReactNode;
  /** Width in pixels from 768 px up; 480 unless told. */
  size?: keyof typeof widths | undefined;
  children: ReactNode;
  /** The actions, primary last; Cancel is put before them. Without one there is no foot. */
  foot?: ReactNode;
  /** At the left of the foot: a danger button or a summary. On a phone last in the body, away from the thumb. */
  footLeft?: ReactNode;
  /** Text of the button that closes; not shown on phones, where the cross does it. Null leaves it out. */
  cancelLabel?: string | null | undefined;
  /** Something was typed: Esc, the scrim, the cross and Cancel ask before they throw it away. */
  dirty?: boolean | undefined;
  /** Makes body and foot one form, so that Enter submits. */
  onSubmit?: ((event: FormEvent<HTMLFormElement>) => unknown) | undefined;
}

/**
 * A dialog: centred from 768 px up, a bottom sheet below. The body scrolls, head and foot stay. Focus goes to
 * `[data-autofocus]` or the first control (to the dialog itself under a finger, where the keyboard would cover it),
 * and back to where it was.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  lead,
  badge,
  description,
  headRight,
  size = 480,
  children,
  foot,
  footLeft,
  cancelLabel = 'Cancel',
  dirty = false,
  onSubmit,
}: DialogProps) {
  const phone = useMedia(PHONE);
  const [asking, setAsking] = useState(false);
  const origin = useRef<HTMLElement | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => (dirty ? setAsking(true) : onOpenChange(false));
  const drag = useSheetDrag(close);

  function focusFirst(event: Event) {
    event.preventDefault();
    origin.current = focusOrigin();
    const box = panel.current;
    const first =
      box?.querySelector<HTMLElement>('[data-autofocus]') ??
      (matchMedia('(pointer: coarse)').matches
        ? null
        : box?.querySelector<HTMLElement>(
            '[data-dialog-body] :is(input:not([type=hidden]), textarea, [role=combobox]):not(:disabled)',
          ));
    (first ?? box)?.focus();
  }

  function focusBack(event: Event) {
    event.preventDefault();
    focusAgain(origin.current);
  }

  const inside = (
    <>
      <div
        data-dialog-body=""
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-1 pb-6 phone:px-5 phone:pb-5 phone:last:pb-[calc(20px+env(safe-area-inset-bottom))]"
      >
        {children}
        {phone && footLeft && <div className="mt-3 flex justify-center text-hint text-muted">{footLeft}</div>}
      </div>
      {(foot || (footLeft && !phone)) && (
        <div
          className={cx(
            'flex min-h-16 shrink-0 flex-wrap items-center justify-end gap-2 border-t bg-soft/40 px-6 py-3 phone:bg-panel',
            phoneFootClass,
          )}
        >
          {footLeft && !phone && <div className="mr-auto min-w-0 text-hint text-muted">{footLeft}</div>}
          {foot && cancelLabel !== null && (
            <Button onClick={close} className="phone:hidden">
              {cancelLabel}
            </Button>
          )}
          {foot}
        </div>
      )}
    </>
  );

  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass}>
          <Radix.Content
            ref={panel}
            tabIndex={-1}
            onOpenAutoFocus={focusFirst}
            onCloseAutoFocus={focusBack}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={cx(dialogPanelClass, widths[size])}
          >
            <div {...drag} className="shrink-0 touch-none px-6 pt-5 pb-3 phone:px-5 phone:pt-2.5 phone:pb-4">
              <span
                aria-hidden
                className="mx-auto mb-3.5 hidden h-1 w-9 rounded-full bg-control/60 phone:block"
              />
              <div className={cx(Boolean(lead) && 'flex items-center gap-3')}>
                {lead}
                <div className="min-w-0 flex-1">
                  <div className="flex items-center gap-2.5">
                    <Radix.Title className="text-head font-semibold">{title}</Radix.Title>
                    {badge}
                    <div className="-my-1 -mr-2 ml-auto flex items-center gap-2 touch:-my-2.5 touch:-mr-3">
                      {headRight}
                      <Radix.Close
                        aria-label="Close"
                        onPointerDown={(event) => event.stopPropagation()}
                        className="grid size-8 place-items-center rounded-md text-muted transition-colors hover:bg-soft hover:text-fg touch:size-11"
                      >
                        <X className="size-4 touch:size-5" />
                      </Radix.Close>
                    </div>
                  </div>
                  {description && (
                    <Radix.Description asChild>
                      <div className="mt-1 text-label text-muted">{description}</div>
                    </Radix.Description>
                  )}
                </div>
              </div>
            </div>
            <CloseContext value={close}>
              {onSubmit ? (
                <form
                  noValidate
                  className="flex min-h-0 flex-1 flex-col"
                  onSubmit={(event) => {
                    // A form in a portal still bubbles to the form around it in React's tree.
                    event.stopPropagation();
                    event.preventDefault();
                    onSubmit(event);
                  }}
                >
                  {inside}
                </form>
              ) : (
                inside
              )}
            </CloseContext>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard changes?"
        text="What you have entered here will be lost."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={() => {
          setAsking(false);
          onOpenChange(false);
        }}
      />
    </Radix.Root>
  );
}
