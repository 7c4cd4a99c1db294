import { type LabelFormat, perSheet, placeOf, sheetCount } from './formats.ts';
import type { Shift } from './kept-shift.ts';
import { LabelFace, type LabelText } from './LabelFace.tsx';

type Props = { format: LabelFormat; labels: readonly LabelText[]; used: number; shift: Shift };

/** Every sheet as it comes out of the printer: the labels alone, at their places. Rendered only while the page is printed. */
export function PrintedLabels({ format, labels, used, shift }: Props) {
  const count = perSheet(format);
  return Array.from({ length: sheetCount(format, labels.length, used) }, (_, sheet) => {
    const first = sheet * count - used;
    return (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its number
        key={sheet}
        data-sheet={sheet + 1}
        className="bright relative break-after-page overflow-hidden bg-white last:break-after-auto"
        style={{ width: `${format.paper.width}mm`, height: `${format.paper.height}mm` }}
      >
        {labels.slice(Math.max(0, first), first + count).map((text, index) => {
          const { left, top, width, height } = placeOf(format, index + Math.max(0, -first));
          return (
            <div
              key={text.code}
              className="absolute"
              style={{
                left: `${left + shift.right}mm`,
                top: `${top + shift.down}mm`,
                width: `${width}mm`,
                height: `${height}mm`,
              }}
            >
              <LabelFace format={format} text={text} />
            </div>
          );
        })}
      </div>
    );
  });
}
