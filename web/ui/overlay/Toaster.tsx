import { CircleCheck, CircleX, Info, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { buttonClass } from '../button-class.ts';
import { cx } from '../cx.ts';
import { aboveFoot } from '../FootBar.tsx';
import { Reference } from '../Reference.tsx';
import { dismissToast, TOAST_DURATION, useToasts } from './toast.ts';

const icons = {
  default: { Picture: Info, className: 'text-muted' },
  success: { Picture: CircleCheck, className: 'text-emerald-700 dark:text-emerald-400' },
  destructive: { Picture: CircleX, className: 'text-red-700 dark:text-red-400' },
};

/** Shows toasts at the bottom right, 360 px wide; on phones full width, above the footer of the page or the sheet. Mount once. */
export function Toaster() {
  const toasts = useToasts();
  return (
    <Radix.Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={50}>
      {toasts.map(
        ({ id, title, description, about, action, reference, variant = 'default', duration, open }) => {
          const { Picture, className } = icons[variant];
          return (
            <Radix.Root
              key={id}
              open={open}
              onOpenChange={(next) => !next && dismissToast(id)}
              duration={duration ?? TOAST_DURATION}
              type={variant === 'destructive' ? 'foreground' : 'background'}
              data-variant={variant}
              className={cx(
                'pointer-events-auto flex items-center gap-3 rounded-xl border bg-panel py-3 pr-2 pl-4 text-fg shadow-toast',
                'data-[state=closed]:animate-fade-out data-[state=open]:animate-toast-in data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-toast-swipe data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
                variant === 'destructive' && 'border-red-500/45 dark:border-red-400/45',
              )}
            >
              <span className="flex h-9 items-center touch:h-11">
                <Picture aria-hidden className={cx('size-5 touch:size-[22px]', className)} />
              </span>
              <div className="flex min-h-9 min-w-0 flex-1 flex-col justify-center touch:min-h-11">
                <Radix.Title className="text-body font-semibold">{title}</Radix.Title>
                {description && (
                  <Radix.Description className="text-label text-pretty break-words whitespace-pre-line text-muted">
                    {description}
                  </Radix.Description>
                )}
                {about && <div className="text-label break-words text-muted">{about}</div>}
                {reference && <Reference id={reference} />}
              </div>
              {action && (
                <Radix.Action
                  altText={action.label}
                  onClick={action.run}
                  className={buttonClass({ size: 'sm' })}
                >
                  {action.label}
                </Radix.Action>
              )}
              <Radix.Close
                aria-label="Dismiss"
                className="grid size-9 shrink-0 place-items-center rounded-lg text-muted transition-colors hover:bg-soft hover:text-fg touch:size-11"
              >
                <X className="size-4 touch:size-[18px]" />
              </Radix.Close>
            </Radix.Root>
          );
        },
      )}
      <Radix.Viewport
        ref={aboveFoot}
        hotkey={['F8']}
        className="pointer-events-none fixed right-6 bottom-[calc(var(--foot-height,0px)+24px)] z-[80] flex w-[360px] flex-col gap-2 rounded-xl outline-offset-4 phone:inset-x-3 phone:bottom-[calc(var(--foot-height,env(safe-area-inset-bottom))+12px)] phone:w-auto print:hidden"
      />
    </Radix.Provider>
  );
}
