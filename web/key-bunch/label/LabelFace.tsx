import { memo, useSyncExternalStore } from 'react';
import { cx } from '../../ui/cx.ts';
import { squareOf } from '../../ui/square.ts';
import { type FittedWords, fitWords, GAP, LINE_HEIGHT } from './fit.ts';
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

let context: CanvasRenderingContext2D | null = null;
/** Widths as this browser draws them, in the font of the page without its font features, which a canvas does not know. */
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
/** The number of fonts that have been loaded: widths measured before the page's own font is there are another font's. */
export const useLoadedFonts = (): number =>
  useSyncExternalStore(onFonts, () => [...document.fonts].filter(({ status }) => status === 'loaded').length);

/** The words of a label as they are drawn, so that nothing is cut off in silence. */
export const fittedWords = (format: LabelFormat, text: LabelText): FittedWords =>
  fitWords(format, text, measure);

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
export function LabelWords({ format, text }: Props) {
  useLoadedFonts();
  const { name, line } = fittedWords(format, text);
  return (
    // Drawn as measured: without the page's font features, and on a screen without rounding each letter to whole pixels.
    <div
      className={cx(
        'absolute flex flex-col overflow-hidden whitespace-nowrap text-black [font-feature-settings:normal] [text-rendering:geometricPrecision]',
        format.label.round ? 'items-center text-center' : 'justify-center',
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
