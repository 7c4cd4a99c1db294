import { useLayoutEffect } from 'react';

export type Paper = 'page' | 'roll';

/** What the printer is told: no running foot, and for a roll a page as wide as it. */
const SHEETS: Record<Paper, string> = {
  page: '@page { size: A4; margin: 12mm 14mm; @bottom-left { content: none } @bottom-right { content: none } }',
  roll: '@page { size: 80mm 297mm; margin: 4mm; @bottom-left { content: none } @bottom-right { content: none } }',
};

/** Sets the paper of what is printed, as long as the receipt is on the screen. */
export function usePageSize(paper: Paper): void {
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(SHEETS[paper]);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [paper]);
}
