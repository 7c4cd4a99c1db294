import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { cx } from '../cx.ts';
import { PHONE, useMedia } from '../media.ts';
import { phoneFootClass } from './dialog-class.ts';
import { footRef } from './dialog-foot.ts';

export interface DialogBodyProps {
  children: ReactNode;
  /** The actions, primary last; Cancel is put before them. Without one there is no foot. */
  foot?: ReactNode;
  /** At the left of the foot: a danger button or a summary. On a phone last in the body, away from the thumb. */
  footLeft?: ReactNode;
  /** Text of the button that closes; not shown on phones, where the cross does it. Null leaves it out. */
  cancelLabel?: string | null | undefined;
  /** Makes body and foot one form, so that Enter submits, and from a text of several lines Ctrl+Enter. */
  onSubmit?: ((event: FormEvent<HTMLFormElement>) => unknown) | undefined;
}

/** The body of a dialog, which scrolls, and its foot, which stays. */
export function DialogBody({ onSubmit, ...rest }: DialogBodyProps & { onCancel: () => void }) {
  if (!onSubmit) return <Inside {...rest} />;
  return (
    <form
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={submitByKeys}
      onSubmit={(event) => {
        // A form in a portal still bubbles to the form around it in React's tree.
        event.stopPropagation();
        event.preventDefault();
        onSubmit(event);
      }}
    >
      <Inside {...rest} />
    </form>
  );
}

/** Ctrl+Enter, or Command+Enter, presses the submit button, unless that is off. */
function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  // A question over this dialog still bubbles to it in React's tree.
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
            'flex min-h-16 shrink-0 flex-wrap items-center justify-end gap-2 border-t bg-soft/40 px-6 py-3 phone:bg-panel',
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
