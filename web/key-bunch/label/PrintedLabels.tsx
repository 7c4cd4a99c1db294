import { squareOf } from '../../ui/square.ts';
import { type LabelFormat, perSheet, placeOf, sheetCount } from './formats.ts';
import type { Shift } from './kept-shift.ts';
import { type LabelText, LabelWords } from './LabelFace.tsx';

type Props = { format: LabelFormat; labels: readonly LabelText[]; used: number; shift: Shift };

/** The printed sheets. Rendered only while printing. */
export function PrintedLabels({ format, labels, used, shift }: Props) {
  const count = perSheet(format);
  return Array.from({ length: sheetCount(format, labels.length, used) }, (_, sheet) => {
    const first = sheet * count - used;
    const placed = labels.slice(Math.max(0, first), first + count).map((text, index) => {
      const { left, top } = placeOf(format, index + Math.max(0, -first));
      return { text, left: left + shift.right, top: top + shift.down };
    });
    // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its number
    return <Sheet key={sheet} format={format} placed={placed} />;
  });
}

type Placed = { text: LabelText; left: number; top: number };

/** One sheet. All codes are in one SVG in millimetres: browsers round each box to whole pixels (0.25 mm), but nothing inside a drawing. */
function Sheet({ format, placed }: { format: LabelFormat; placed: readonly Placed[] }) {
  const { width, height } = format.paper;
  const { square, label } = format;
  return (
    <div
      data-sheet=""
      className="bright relative break-after-page overflow-hidden bg-white last:break-after-auto"
      style={{ width: `${width}mm`, height: `${height}mm` }}
    >
      <svg
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        className="absolute top-0 left-0"
        style={{ width: `${width}mm`, height: `${height}mm` }}
      >
        {placed.map(({ text, left, top }) => {
          const { size, path } = squareOf(text.address);
          const place = `translate(${left + square.left} ${top + square.top}) scale(${square.width / size})`;
          return <path key={text.code} d={path} transform={place} fill="#000" />;
        })}
      </svg>
      {placed.map(({ text, left, top }) => (
        <div
          key={text.code}
          className="absolute"
          style={{
            left: `${left}mm`,
            top: `${top}mm`,
            width: `${label.width}mm`,
            height: `${label.height}mm`,
          }}
        >
          <LabelWords format={format} text={text} />
        </div>
      ))}
    </div>
  );
}
