/** An error as logged. */
type Logged = { type: string; message: string; stack: string } & Record<string, unknown>;

/** Fields of a PostgreSQL error that contain no value; message, detail, hint and context may quote one. */
const LOGGED_FIELDS = ['code', 'severity', 'constraint', 'schema', 'table', 'column', 'routine'] as const;

const field = (error: Error, name: string): unknown =>
  name in error ? (error as unknown as Record<string, unknown>)[name] : undefined;

const codeOf = (error: Error): string => String(field(error, 'code') ?? '');

const isOfDatabase = (error: Error): boolean =>
  typeof field(error, 'severity') === 'string' && /^[0-9A-Z]{5}$/.test(codeOf(error));

/** Whether the message may quote input: errors of JSON.parse, BigInt, Intl, zod and Node. */
const quotes = (error: Error): boolean =>
  error instanceof SyntaxError ||
  error instanceof RangeError ||
  /Zod/.test(error.constructor.name) ||
  /^ERR_INVALID_ARG|^ERR_OUT_OF_RANGE|^ERR_INVALID_URL/.test(codeOf(error));

const LEFT_OUT = 'The message is left out: it may quote what was sent';

/** The stack without its first lines, which repeat the message. */
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');

/**
 * An error as logged: of a database error the code, constraint, table and statement with its `$1`, never bound values such as password
 * hashes or tags.
 */
export function errorForLog(error: unknown): Logged {
  if (!(error instanceof Error)) return { type: typeof error, message: 'No error was thrown', stack: '' };
  const logged: Logged = { type: error.constructor.name, message: error.message, stack: framesOf(error) };
  const statement = field(error, 'query');
  if (isOfDatabase(error)) {
    logged.message = 'PostgreSQL refused a statement';
    for (const name of LOGGED_FIELDS) logged[name] = field(error, name);
    if (statement !== undefined) logged.statement = statement;
  } else {
    if (statement !== undefined) logged.statement = statement;
    logged.code = field(error, 'code');
    if (quotes(error)) logged.message = LEFT_OUT;
  }
  if (error.cause instanceof Error) logged.cause = errorForLog(error.cause);
  return logged;
}

/** PostgreSQL error classes of the connection itself (setup and shutdown), and missing rights. */
const OF_CONNECTION = /^(08|28|3D|53|57|42501)/;

/** An error as one plain sentence, for commands and for the start before logging works. */
export function textOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Something failed, and did not say what';
  if (isOfDatabase(error) && !OF_CONNECTION.test(codeOf(error))) {
    const { code, table, constraint } = errorForLog(error);
    return `PostgreSQL refused a statement (${[code, table, constraint].filter(Boolean).join(', ')})`;
  }
  const { message } = errorForLog(error);
  if (isOfDatabase(error)) return `${error.message} (${codeOf(error)})`;
  return message || codeOf(error) || error.constructor.name;
}
