/** What the log says of an error. */
type Logged = { type: string; message: string; stack: string } & Record<string, unknown>;

/** What PostgreSQL says of an error that holds no value of anybody's; its own message, detail and hint may quote one. */
const TELLING = ['code', 'severity', 'constraint', 'schema', 'table', 'column', 'routine'] as const;

const field = (error: Error, name: string): unknown =>
  name in error ? (error as unknown as Record<string, unknown>)[name] : undefined;

const isOfDatabase = (error: Error): boolean =>
  typeof field(error, 'severity') === 'string' && /^[0-9A-Z]{5}$/.test(String(field(error, 'code')));

/** Where it happened; the lines before repeat the message. */
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');

/**
 * An error as the log keeps it: of one of the database the code, the constraint, the table and the statement with its
 * `$1`, never what was bound to them, be it a password's hash or somebody's tag.
 */
export function errorForLog(error: Error): Logged {
  const logged: Logged = { type: error.constructor.name, message: error.message, stack: framesOf(error) };
  const statement = field(error, 'query');
  if (isOfDatabase(error)) {
    logged.message = 'PostgreSQL refused a statement';
    for (const name of TELLING) logged[name] = field(error, name);
  } else if (statement !== undefined) {
    // The message of an error that has the statement quotes the values bound to it.
    logged.message = 'A statement failed';
    logged.statement = statement;
  } else logged.code = field(error, 'code');
  if (error.cause instanceof Error) logged.cause = errorForLog(error.cause);
  return logged;
}
