import { qrCodeOf } from '../../ui/QrCode.tsx';
import { type LabelFormat, perSheet, placeOf, sheetCount } from './formats.ts';
import { type LabelText, LabelWords } from './LabelFace.tsx';
import type { Shift } from './label-choices.ts';

type PrintedLabelsProps = { format: LabelFormat; labels: readonly LabelText[]; used: number; shift: Shift };

/** The printed sheets. Rendered only while printing. */
export function PrintedLabels({ format, labels, used, shift }: PrintedLabelsProps) {
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
          const { size, path } = qrCodeOf(text.address);
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

type TestSheetProps = { format: LabelFormat; shift: Shift };
type Line = { x1: number; y1: number; x2: number; y2: number };

const LONG = 3;
const SHORT = 1.5;
/** Ruler length in cm: as long as fits, at most 10. */
const lengthFor = (room: number) => Math.min(100, Math.floor((room - 2) / 10) * 10);

/** A ruler's ticks, one per mm, longer at each fifth. */
function ticks(length: number, at: (mm: number, long: number) => Line): Line[] {
  return Array.from({ length: length + 1 }, (_, mm) =>
    at(mm, mm % 10 === 0 ? LONG : mm % 5 === 0 ? 2.2 : SHORT),
  );
}

/** A test page: the outlines of all labels and two rulers. If a ruler's length is wrong, the page was not printed at 100 %. */
export function TestSheet({ format, shift }: TestSheetProps) {
  const { width, height } = format.paper;
  const [across, down] = [lengthFor(width), lengthFor(height)];
  const lines = [
    ...ticks(across, (mm, long) => ({ x1: 1 + mm, y1: height / 2, x2: 1 + mm, y2: height / 2 - long })),
    ...ticks(down, (mm, long) => ({ x1: width / 2, y1: 1 + mm, x2: width / 2 + long, y2: 1 + mm })),
    { x1: 1, y1: height / 2, x2: 1 + across, y2: height / 2 },
    { x1: width / 2, y1: 1, x2: width / 2, y2: 1 + down },
  ];
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Test page, with rulers of ${across} and ${down} mm`}
      className="bright block bg-white"
      style={{ width: `${width}mm`, height: `${height}mm` }}
      fill="none"
      stroke="#000"
      strokeWidth={0.1}
    >
      <g transform={`translate(${shift.right} ${shift.down})`}>
        {Array.from({ length: perSheet(format) }, (_, index) => {
          const place = placeOf(format, index);
          const key = `${place.left} ${place.top}`;
          return format.label.round ? (
            <circle
              key={key}
              cx={place.left + place.width / 2}
              cy={place.top + place.height / 2}
              r={place.width / 2}
            />
          ) : (
            <rect key={key} x={place.left} y={place.top} width={place.width} height={place.height} />
          );
        })}
      </g>
      <g strokeWidth={0.2}>
        {lines.map((line) => (
          <line key={Object.values(line).join(' ')} {...line} />
        ))}
      </g>
      {height > 50 && (
        <g fill="#000" stroke="none" fontSize={3} fontFamily="sans-serif">
          <text x={across + 3} y={height / 2}>{`${across} mm`}</text>
          <text x={width / 2 + 4} y={down + 3}>{`${down} mm`}</text>
        </g>
      )}
    </svg>
  );
}
