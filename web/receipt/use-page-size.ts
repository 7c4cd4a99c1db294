import { type RefObject, useLayoutEffect } from 'react';

export type Paper = 'page' | 'roll';

const NO_FOOT = '@bottom-left { content: none } @bottom-right { content: none }';
const PX_PER_MM = 96 / 25.4;
/** The margins, and room for what rounds up. */
const AROUND_MM = 10;

/** What the printer is told: no running foot; of a roll as much as the receipt is long, as the printer cuts at the end of the page. */
const sheetOf = (paper: Paper, height: number): string =>
  paper === 'page'
    ? `@page { size: A4; margin: 12mm 14mm; ${NO_FOOT} }`
    : `@page { size: 80mm ${Math.max(80, Math.ceil(height / PX_PER_MM) + AROUND_MM)}mm; margin: 4mm; ${NO_FOOT} }`;

/** Sets the paper of what is printed, as long as the receipt in `box` is on the screen; `ready` once it is. */
export function usePageSize(paper: Paper, box: RefObject<HTMLElement | null>, ready: boolean): void {
  useLayoutEffect(() => {
    if (!ready) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(sheetOf(paper, box.current?.querySelector('article')?.offsetHeight ?? 0));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [paper, box, ready]);
}
