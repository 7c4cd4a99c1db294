import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import { type LabelFormat, perSheet, placeOf, sheetCount } from './formats.ts';
import { LabelFace, type LabelText } from './LabelFace.tsx';
import type { Shift } from './label-choices.ts';

/** A place on the sheet: a label, a future one, or free. */
export type Slot = LabelText | 'unmade' | null;

type Props = {
  format: LabelFormat;
  slots: readonly Slot[];
  used: number;
  shift: Shift;
  /** Index of the first free label, from 0. */
  onStart: (used: number) => void;
};

/** Labels of a tape shown at once. */
const TAPE_SHOWN = 12;
const MM = 96 / 25.4;

/** A preview of the sheet at actual size, smaller on narrow screens. */
export function SheetPreview({ format, slots, used, shift, onStart }: Props) {
  const [sheet, setSheet] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const zoom = useFit(frame, format.paper.width * MM);
  // On a phone places are too small to tap: the first free label is typed.
  const phone = useMedia(PHONE);
  const tape = perSheet(format) === 1;
  const count = tape
    ? Math.max(1, Math.ceil(slots.length / TAPE_SHOWN))
    : sheetCount(format, slots.length, used);
  const shown = Math.min(sheet, count - 1);
  return (
    <Panel className="min-w-0">
      <PanelHead
        title={tape ? `Tape ${shown + 1} of ${count}` : `Sheet ${shown + 1} of ${count}`}
        count={tape || phone || shown > 0 ? undefined : 'Press a label to start there'}
        right={
          <span className="flex items-center gap-1 text-hint text-muted">
            {count > 1 && (
              <>
                <IconButton
                  icon={ChevronLeft}
                  label="Sheet before"
                  disabled={shown === 0}
                  onClick={() => setSheet(shown - 1)}
                />
                <IconButton
                  icon={ChevronRight}
                  label="Next sheet"
                  disabled={shown === count - 1}
                  onClick={() => setSheet(shown + 1)}
                />
              </>
            )}
            {zoom === 1 ? 'Actual size' : `${Math.round(zoom * 100)} %`}
          </span>
        }
      />
      <div ref={frame} className="overflow-auto bg-soft p-4 phone:p-2">
        {tape ? (
          <div className="flex flex-col items-center gap-3">
            {slots.slice(shown * TAPE_SHOWN, (shown + 1) * TAPE_SHOWN).map((slot, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number
              <Sheet key={index} format={format} slots={[slot]} used={0} shift={shift} zoom={zoom} />
            ))}
          </div>
        ) : (
          <Sheet
            format={format}
            slots={slotsOn(format, slots, used, shown)}
            used={shown === 0 ? used : 0}
            shift={shift}
            zoom={zoom}
            onStart={shown === 0 && !phone ? onStart : undefined}
          />
        )}
      </div>
    </Panel>
  );
}

/** The places of a sheet. */
function slotsOn(format: LabelFormat, slots: readonly Slot[], used: number, sheet: number): Slot[] {
  const count = perSheet(format);
  return Array.from({ length: count }, (_, index) => slots[sheet * count + index - used] ?? null);
}

/** Scale of the sheet in its frame, at most 1. */
function useFit(frame: React.RefObject<HTMLDivElement | null>, width: number): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? width));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame, width]);
  return Math.min(1, Math.max(0.2, room / width));
}

type SheetProps = Omit<Props, 'onStart'> & { zoom: number; onStart?: Props['onStart'] | undefined };

function Sheet({ format, slots, used, shift, zoom, onStart }: SheetProps) {
  const { width, height } = format.paper;
  return (
    <div
      className="mx-auto shrink-0 shadow-xs"
      style={{ width: `${width * zoom}mm`, height: `${height * zoom}mm` }}
    >
      <div
        className="bright relative origin-top-left bg-white"
        style={{ width: `${width}mm`, height: `${height}mm`, transform: `scale(${zoom})` }}
      >
        {slots.map((slot, index) => (
          <PreviewLabel
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number
            key={index}
            format={format}
            index={index}
            slot={slot}
            used={index < used}
            shift={shift}
            onStart={onStart}
          />
        ))}
      </div>
    </div>
  );
}

type PlaceProps = Pick<SheetProps, 'format' | 'shift' | 'onStart'> & {
  index: number;
  slot: Slot;
  used: boolean;
};

/** One label of the preview. Printed parts move by the shift; edges don't. */
function PreviewLabel({ format, index, slot, used, shift, onStart }: PlaceProps) {
  const { left, top, width, height } = placeOf(format, index);
  const className = cx(
    'absolute block border border-dashed border-[#c4cad6] text-left',
    format.label.round && 'rounded-full',
    used &&
      'grid! place-items-center bg-[repeating-linear-gradient(135deg,#eef0f4_0_3px,transparent_3px_9px)] text-hint text-[#5b6b8c]',
  );
  return (
    <div
      className={className}
      style={{ left: `${left}mm`, top: `${top}mm`, width: `${width}mm`, height: `${height}mm` }}
    >
      {used ? 'used' : slot && <Moved format={format} slot={slot} shift={shift} />}
      {onStart && (
        <button
          type="button"
          // With a keyboard the first free label is typed.
          tabIndex={-1}
          aria-label={`Start at label ${index + 1}`}
          className="absolute -inset-px rounded-[inherit] border border-transparent hover:border-primary"
          onClick={() => onStart(index)}
        />
      )}
    </div>
  );
}

/** Inside the dashed edge of the label. */
const Moved = ({
  format,
  slot,
  shift,
}: {
  format: LabelFormat;
  slot: LabelText | 'unmade';
  shift: Shift;
}) => {
  const { left, top, width, height } = format.square;
  return (
    <span
      className="absolute -inset-px block"
      style={{ transform: `translate(${shift.right}mm, ${shift.down}mm)` }}
    >
      {slot === 'unmade' ? (
        <span
          className="absolute grid place-items-center rounded-[0.5mm] border border-dashed border-[#c4cad6] text-hint text-[#5b6b8c]"
          style={{ left: `${left}mm`, top: `${top}mm`, width: `${width}mm`, height: `${height}mm` }}
        >
          new
        </span>
      ) : (
        <LabelFace format={format} text={slot} />
      )}
    </span>
  );
};
