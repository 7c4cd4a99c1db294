import { textOf } from '../error-log.ts';

/**
 * Runs a command to its end. The process exits with the code that `main` returns (0 when it returns none). It exits with 1 and a sentence
 * on standard error when `main` throws or never settles: Node ends once nothing is left that could settle a pending promise.
 */
export function runCommand(main: () => Promise<unknown>): void {
  let code: number | undefined;
  process.once('exit', () => {
    if (code === undefined) console.error('The command stopped before it was done.');
    process.exitCode = code ?? 1;
  });
  main().then(
    (returned) => {
      code = typeof returned === 'number' ? returned : 0;
    },
    (error: unknown) => {
      console.error(textOf(error));
      code = 1;
    },
  );
}
