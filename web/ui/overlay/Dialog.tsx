import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import {
  type FormEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { Button } from '../Button.tsx';
import { dialogPanelClass, phoneFootClass, scrimClass } from '../classes.ts';
import { cx } from '../cx.ts';
import { PHONE, useMedia } from '../media.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { firstField, useDialogFocus } from './dialog-focus.ts';
import { useLayer } from './layers.ts';
import { footRef } from './rest-guard.ts';
import { toast } from './toast.ts';

const STILL_SENDING = { title: "Still sending. You'll see the result here.", awaits: true };
const widths = { 480: 'max-w-[480px]', 520: 'max-w-[520px]', 560: 'max-w-[560px]', 880: 'max-w-[880px]' };

export interface DialogProps extends DialogHeadProps, DialogBodyProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** After closing, with the focus restored. */
  onClosed?: (() => void) | undefined;
  /** Width in pixels from 768 px up; 480 by default. */
  size?: keyof typeof widths | undefined;
  /** Unsaved input: Esc, Back, the scrim, the cross and Cancel ask first. */
  dirty?: boolean | undefined;
  /** A save is running: the dialog can be closed, and a toast shows the result. */
  sending?: boolean | undefined;
  /** Hides other dialogs while open. */
  hidesOthers?: boolean | undefined;
}

/**
 * A dialog: centred from 768 px up, a bottom sheet below. Only the body scrolls. Focuses `[data-autofocus]`, the first control or, on
 * touch, the dialog itself because of the keyboard; restores the focus on closing.
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
  hidesOthers = false,
  ...body
}: DialogProps) {
  const [confirming, setConfirming] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const focus = useDialogFocus(panel, (box) => firstField(box) ?? box, onClosed);
  const close = () => {
    if (!open) return;
    if (sending) toast(STILL_SENDING);
    if (dirty && !sending) setConfirming(true);
    else onOpenChange(false);
  };
  useLayer('dialog', open, close);

  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())}>
      <Radix.Portal>
        <Radix.Overlay data-scrim={hidesOthers ? 'alone' : ''} className={scrimClass}>
          <Radix.Content
            ref={panel}
            tabIndex={-1}
            {...focus}
            onEscapeKeyDown={(event) => isExpanded(event.target) && event.preventDefault()}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={cx(dialogPanelClass, widths[size])}
          >
            <DialogHead {...{ title, lead, badge, description, headRight }} onPulled={close} />
            <DialogBody {...body} open={open} onCancel={close} />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
      <DiscardQuestion
        open={confirming}
        onKeep={() => setConfirming(false)}
        onDiscard={() => {
          setConfirming(false);
          onOpenChange(false);
        }}
      />
    </Radix.Root>
  );
}

/** Whether it is a field with an open list: Escape closes only the list. */
const isExpanded = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('[role=combobox][aria-expanded=true]');

/** Confirms discarding unsaved input. */
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

interface DialogBodyProps {
  children: ReactNode;
  /** The actions, primary last; Cancel comes before them. Without any there is no footer. */
  foot?: ReactNode;
  /** Left in the footer: a danger button or a summary. On a phone last in the body. */
  footLeft?: ReactNode;
  /** Text of the Cancel button; not shown on phones, which have the cross. Null leaves it out. */
  cancelLabel?: string | null | undefined;
  /** Makes body and foot one form, so that Enter submits, and from a text of several lines Ctrl+Enter. */
  onSubmit?: ((event: FormEvent<HTMLFormElement>) => unknown) | undefined;
}

/** The dialog's scrolling body and fixed footer. */
function DialogBody({ onSubmit, open, ...rest }: DialogBodyProps & { open: boolean; onCancel: () => void }) {
  if (!onSubmit) return <Inside {...rest} />;
  return (
    <form
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={submitByKeys}
      onSubmit={(event) => {
        // In React's tree a form in a portal bubbles to the outer form.
        event.stopPropagation();
        event.preventDefault();
        // Enter held down goes on while the dialog closes.
        if (open) onSubmit(event);
      }}
    >
      <Inside {...rest} />
    </form>
  );
}

/** Ctrl+Enter, or Command+Enter, presses the submit button if enabled. */
function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  // In React's tree a question above this dialog bubbles to it.
  if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
}

function Inside({
  children,
  foot,
  footLeft,
  cancelLabel = 'Cancel',
  onCancel,
}: Omit<DialogBodyProps, 'onSubmit'> & { onCancel: () => void }) {
  const phone = useMedia(PHONE);
  return (
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
          ref={footRef}
          className={cx(
            'flex min-h-16 shrink-0 flex-wrap items-center justify-end gap-2 border-t bg-soft/40 px-6 py-3 phone:bg-panel low:sticky low:bottom-0 low:gap-1! low:bg-panel low:py-1! low:[&_[data-button]]:h-11!',
            phoneFootClass,
          )}
        >
          {footLeft && !phone && <div className="mr-auto min-w-0 text-hint text-muted">{footLeft}</div>}
          {foot && cancelLabel !== null && (
            <Button onClick={onCancel} className="phone:hidden">
              {cancelLabel}
            </Button>
          )}
          {foot}
        </div>
      )}
    </>
  );
}

interface DialogHeadProps {
  title: string;
  /** Before title and description: the picture of a person. */
  lead?: ReactNode;
  /** Beside the title. */
  badge?: ReactNode;
  /** Under the title, muted. */
  description?: ReactNode;
  /** At the right of the head, before the cross. */
  headRight?: ReactNode;
}

/** The dialog's header, which also drags a sheet down. */
function DialogHead({
  title,
  lead,
  badge,
  description,
  headRight,
  onPulled,
}: DialogHeadProps & { onPulled: () => void }) {
  const drag = useSheetDrag(onPulled);
  return (
    <div {...drag} className="shrink-0 touch-none px-6 pt-5 pb-3 phone:px-5 phone:pt-2.5 phone:pb-4">
      <span aria-hidden className="mx-auto mb-3.5 hidden h-1 w-9 rounded-full bg-control/60 phone:block" />
      <div className={cx(Boolean(lead) && 'flex items-center gap-3')}>
        {lead}
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-2.5">
            <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
              <Radix.Title className="min-w-0 text-head font-semibold wrap-anywhere">{title}</Radix.Title>
              {badge}
            </div>
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
              <div className="mt-1 text-label text-muted wrap-anywhere">{description}</div>
            </Radix.Description>
          )}
        </div>
      </div>
    </div>
  );
}

/** A sheet dragged further than this many pixels closes on release. */
const CLOSES_AT = 96;

/** Makes a bottom sheet draggable by its header. Only a shortcut for the cross. */
function useSheetDrag(onClose: () => void) {
  const from = useRef<number | null>(null);

  function sheetOf(event: PointerEvent<HTMLElement>) {
    return event.currentTarget.closest<HTMLElement>('[role="dialog"]');
  }
  function end(event: PointerEvent<HTMLElement>, close: boolean) {
    const start = from.current;
    from.current = null;
    const sheet = sheetOf(event);
    if (sheet) sheet.style.translate = '';
    if (close && start !== null && event.clientY - start > CLOSES_AT) onClose();
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'mouse') return;
      from.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const sheet = sheetOf(event);
      if (from.current === null || !sheet) return;
      sheet.style.translate = `0 ${Math.max(0, event.clientY - from.current)}px`;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
  };
}
