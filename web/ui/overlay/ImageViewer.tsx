import { Minus, Plus, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { cx } from '../cx.ts';
import { IconButton } from '../IconButton.tsx';
import { useDialogFocus } from './dialog-focus.ts';
import { useLayer } from './use-layer.ts';
import { useZoom } from './use-zoom.ts';
import { SCALE_MAX } from './zoom.ts';

export interface ImageViewerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Under the title. */
  description?: ReactNode;
  src: string;
  alt: string;
  /** At the left of the foot. */
  actions?: ReactNode;
}

/** A picture alone on a dark screen: wheel, pinch, double tap, plus and minus enlarge it, dragging and arrows move it, Esc closes. */
export function ImageViewer({ open, onOpenChange, title, description, src, alt, actions }: ImageViewerProps) {
  const panel = useRef<HTMLDivElement>(null);
  const focus = useDialogFocus(panel, (box) => box);
  useLayer('dialog', open, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Content
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className="dark fixed inset-0 z-50 bg-bg text-fg outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in print:hidden"
        >
          <Stage box={panel} src={src} alt={alt} actions={actions}>
            <div className="min-w-0 flex-1">
              <Radix.Title className="truncate text-head font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description className="truncate text-hint text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton icon={X} label="Close" size="lg" tooltip={false} />
            </Radix.Close>
          </Stage>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** `box` has the focus at first and hears the keys of whatever in it has it. */
function Stage({
  box,
  src,
  alt,
  actions,
  children,
}: Pick<ImageViewerProps, 'src' | 'alt' | 'actions'> & {
  box: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  const zoom = useZoom();
  const { scale, x, y } = zoom.view;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the dialog around it; the buttons below do the same
    <div ref={box} tabIndex={-1} onKeyDown={zoom.onKeyDown} className="flex h-dvh flex-col outline-none">
      <div className="flex shrink-0 items-center gap-3 border-b bg-panel px-6 py-2.5 phone:px-5">
        {children}
      </div>
      <div
        {...zoom.stage}
        className={cx(
          'grid min-h-0 flex-1 touch-none grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center overflow-hidden select-none',
          scale > 1 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in',
        )}
      >
        <img
          src={src}
          alt={alt}
          draggable={false}
          style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
          className="max-h-full max-w-full"
        />
      </div>
      <div className="flex min-h-14 shrink-0 items-center justify-end gap-1 border-t bg-panel px-6 py-2 pb-[calc(8px+env(safe-area-inset-bottom))] phone:px-5">
        <div className="mr-auto flex min-w-0 gap-2">{actions}</div>
        <IconButton
          icon={Minus}
          label="Zoom out"
          onClick={zoom.smaller}
          disabledReason={scale === 1 ? 'The whole photo is shown' : undefined}
        />
        <button
          type="button"
          aria-label={`Zoom ${Math.round(scale * 100)}%, show the whole photo`}
          onClick={zoom.fit}
          className="h-8 w-14 rounded-md text-body font-medium text-muted tabular-nums transition-colors hover:bg-soft hover:text-fg touch:h-11 touch:w-16"
        >
          {Math.round(scale * 100)}%
        </button>
        <IconButton
          icon={Plus}
          label="Zoom in"
          onClick={zoom.larger}
          disabledReason={scale === SCALE_MAX ? 'This is the largest size' : undefined}
        />
      </div>
    </div>
  );
}
