import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePrinting } from '../../ui/use-printing.ts';
import type { LabelFormat } from './formats.ts';

/** The page is the sheet itself, to its edge, and nothing else of the document is on it. */
const sheetOf = ({ paper }: LabelFormat) => `
  @page {
    size: ${paper.width}mm ${paper.height}mm;
    margin: 0;
    @bottom-left { content: none }
    @bottom-right { content: none }
  }
  @media print {
    body > :not([data-paper]) { display: none !important }
    html, body { margin: 0 !important; padding: 0 !important; min-height: 0 !important; background: white !important }
  }`;

/** Labels on paper, or the page that tests how a printer prints; `shown` is what is being printed, null while nothing is. */
export function useLabelPaper(format: LabelFormat) {
  const printing = usePrinting();
  const [what, setWhat] = useState<'labels' | 'test'>('labels');
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(sheetOf(format));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [format]);

  function print(next: 'labels' | 'test') {
    flushSync(() => setWhat(next));
    window.print();
    setWhat('labels');
  }
  return { shown: printing ? what : null, print };
}
