import { memo, useSyncExternalStore } from 'react';
import { cx } from '../../ui/cx.ts';
import { qrCodeOf } from '../../ui/QrCode.tsx';
import { type FittedWords, fitWords, GAP, LINE_HEIGHT } from './fit.ts';
import type { Box, LabelFormat } from './formats.ts';

/** A label's content: the code's address, the name above the line (empty for none), and the line. */
export type LabelText = { code: string; address: string; name: string; line: string };

type Props = { format: LabelFormat; text: LabelText };

const mm = ({ left, top, width, height }: Box) => ({
  left: `${left}mm`,
  top: `${top}mm`,
  width: `${width}mm`,
  height: `${height}mm`,
});

let context: CanvasRenderingContext2D | null = null;
/** Text widths in the page's font, measured on a canvas (which has no font features). */
function measure(text: string, isBold: boolean): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * 0.7;
  context.font = `${isBold ? 700 : 400} 100px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width / 100;
}

const onFonts = (changed: () => void) => {
  document.fonts.addEventListener('loadingdone', changed);
  return () => document.fonts.removeEventListener('loadingdone', changed);
};
/** Counts loaded fonts: widths measured before are those of a fallback font. */
export const useLoadedFonts = (): number =>
  useSyncExternalStore(onFonts, () => [...document.fonts].filter(({ status }) => status === 'loaded').length);

/** The words of a label as drawn. */
export const fittedWords = (format: LabelFormat, text: LabelText): FittedWords =>
  fitWords(format, text, measure);

/** One label, black on white, at actual size. */
export const LabelFace = memo(function LabelFace({ format, text }: Props) {
  const { size, path } = qrCodeOf(text.address);
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

/** The text beside the code, or below it. */
export function LabelWords({ format, text }: Props) {
  useLoadedFonts();
  const { name, line } = fittedWords(format, text);
  const isBelow = format.words.top >= format.square.top + format.square.height;
  return (
    // Drawn as measured: no font features, no rounding to whole pixels.
    <div
      className={cx(
        'absolute flex flex-col overflow-hidden whitespace-nowrap text-black [font-feature-settings:normal] [text-rendering:geometricPrecision]',
        isBelow ? 'items-center text-center' : 'justify-center',
      )}
      style={{ ...mm(format.words), lineHeight: LINE_HEIGHT }}
    >
      {name.lines.length > 0 && (
        <b className="font-bold" style={{ fontSize: `${name.size}pt` }}>
          <Lines lines={name.lines} />
        </b>
      )}
      {line.lines.length > 0 && (
        <span style={{ fontSize: `${line.size}pt`, marginTop: name.lines.length > 0 ? `${GAP}mm` : 0 }}>
          <Lines lines={line.lines} />
        </span>
      )}
    </div>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
    <span key={index} className="block">
      {line}
    </span>
  ));
