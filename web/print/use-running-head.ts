import { useLayoutEffect } from 'react';

/** A text as CSS writes it: every character that could end the string is escaped by its code. */
const quoted = (text: string) =>
  `"${text.replace(/["\\<\p{Cc}]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`;

/**
 * Puts a line at the head of every printed page but the first, which has the full head. A margin box of the page: the browser's own
 * repeated table head would stand on the first page too. A browser without margin boxes prints none.
 */
export function useRunningHead(line: string): void {
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `@page { @top-left { content: ${quoted(line)}; color: oklch(0.535 0.025 260); font: 9px "Inter Variable", system-ui, sans-serif; white-space: nowrap } }
       @page :first { @top-left { content: none } }`,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [line]);
}
