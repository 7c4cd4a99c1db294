/** The original text of a cell that our export protected from being run as a formula (server/download.ts). */
export const unguarded = (cell: string): string =>
  cell
    .replace(/^'(?=[\s\ufeff]*[=+\-@\t\r\n＝＋－＠])/, '')
    .replace(/([;\r\n][\s\ufeff]*)'(?=[=+\-@＝＋－＠])/g, '$1');
