import { memo } from 'react';
import { cx } from '../../ui/cx.ts';
import { squareOf } from '../../ui/square.ts';
import type { Box, LabelFormat } from './formats.ts';

/** What stands on one label: the square's address, the name over the line (empty for none), and the line. */
export type LabelText = { code: string; address: string; name: string; line: string };

type Props = { format: LabelFormat; text: LabelText };

const mm = ({ left, top, width, height }: Box) => ({
  left: `${left}mm`,
  top: `${top}mm`,
  width: `${width}mm`,
  height: `${height}mm`,
});

/** A usual ID has the size of its format; a long one shrinks, and then breaks. */
const SMALLER: [longerThan: number, factor: number][] = [
  [24, 0.55],
  [15, 0.67],
  [11, 0.75],
  [8, 0.85],
];
const factorOf = (name: string) => SMALLER.find(([longerThan]) => name.length > longerThan)?.[1] ?? 1;

/** One label, black on white, at its actual size. */
export const LabelFace = memo(function LabelFace({ format, text }: Props) {
  const { size, path } = squareOf(text.address);
  return (
    <>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`Code ${text.code}`}
        className="absolute"
        style={mm(format.square)}
      >
        <path d={path} fill="#000" />
      </svg>
      <LabelWords format={format} text={text} />
    </>
  );
});

/** What stands beside the square, or on a round label under it. */
export const LabelWords = ({ format, text }: Props) => (
  <div
    className={cx(
      'absolute flex flex-col overflow-hidden leading-[1.15] text-black',
      format.label.round ? 'items-center text-center' : 'justify-center',
    )}
    style={mm(format.words)}
  >
    {text.name && (
      <b
        className="max-w-full font-bold wrap-break-word"
        style={{ fontSize: `${format.type.id * factorOf(text.name)}pt` }}
      >
        {text.name}
      </b>
    )}
    {text.line && (
      <span className="mt-[0.4mm] max-w-full wrap-break-word" style={{ fontSize: `${format.type.line}pt` }}>
        {text.line}
      </span>
    )}
  </div>
);
