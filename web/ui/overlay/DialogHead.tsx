import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type PointerEvent, type ReactNode, useRef } from 'react';
import { cx } from '../cx.ts';

export interface DialogHeadProps {
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
export function DialogHead({
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
