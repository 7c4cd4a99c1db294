/** A cell that an export of ours kept from being run as a formula (server/http/csv.ts), as it was. */
export const unguarded = (cell: string): string =>
  cell
    .replace(/^'(?=[\s\ufeff]*[=+\-@\t\r\n＝＋－＠])/, '')
    .replace(/([;\r\n][\s\ufeff]*)'(?=[=+\-@＝＋－＠])/g, '$1');
