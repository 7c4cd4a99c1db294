import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { TooltipContext, type TooltipProps } from '../Button.tsx';

/** Tooltips open after 700 ms, and immediately within 300 ms of another one. Mount once around the application. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <TooltipContext value={Tooltip}>
      <Radix.Provider delayDuration={700} skipDelayDuration={300}>
        {children}
      </Radix.Provider>
    </TooltipContext>
  );
}

/** The tooltip's look; `Time` opens one by hand. */
export const tooltipClass =
  'z-[70] max-w-72 rounded-md bg-fg px-2 py-1 text-xs/[18px] font-medium text-bg shadow-menu select-none data-[state=closed]:animate-pop-out data-[state=delayed-open]:animate-pop-in print:hidden';

/** A short text on hover and keyboard focus. Must only repeat or explain, as touch has no tooltips. */
export function Tooltip({ content, children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content side="top" sideOffset={6} collisionPadding={8} className={tooltipClass}>
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
