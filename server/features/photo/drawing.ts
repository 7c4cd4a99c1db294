import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../config.ts';
import { busy, Refusal, type RefusalBody } from '../../http/refusal.ts';
import type { NewPhoto } from './encode.ts';

/** A photo on its way to the process that draws it. */
export type ToDraw = { n: number; dataUrl: string };
/** What became of it. */
export type Drawn = { n: number } & (
  | { picture: NewPhoto }
  | { refused: { status: number; body: RefusalBody; retryAfter: number | undefined } }
  | { fault: string }
);

/** Longer than any picture that is let in takes, also where others have the processors. */
const MOST_MS = 30_000;
/** Between two photos it stays for a while; then its memory is free. */
const IDLE_MS = 60_000;

type Asking = { drawer: ChildProcess; done(photo: NewPhoto): void; fail(error: unknown): void };

let child: ChildProcess | null = null;
let idle: NodeJS.Timeout | undefined;
let asked = 0;
const asking = new Map<number, Asking>();

/**
 * Makes the photo that is stored (encode.ts) in a process of lower priority, so that no photo takes a processor from those who wait for
 * an answer, and what breaks on one breaks nothing else. Refuses as `makePicture` does, and with 503 when that process was ended.
 */
export async function drawPicture(dataUrl: string): Promise<NewPhoto> {
  const drawer = running();
  clearTimeout(idle);
  asked += 1;
  const n = asked;
  const late = setTimeout(() => drawer.kill('SIGKILL'), MOST_MS);
  try {
    return await new Promise<NewPhoto>((done, fail) => {
      asking.set(n, { drawer, done, fail });
      drawer.send({ n, dataUrl } satisfies ToDraw, (error) => error && fail(busy()));
    });
  } finally {
    clearTimeout(late);
    asking.delete(n);
    if (asking.size === 0) idle = setTimeout(() => drawer.disconnect(), IDLE_MS).unref();
  }
}

/** The process that draws, started for the first photo. It gets none of our secrets. */
function running(): ChildProcess {
  if (child?.connected) return child;
  const isSource = import.meta.url.endsWith('.ts');
  const { PATH, HOME, TMPDIR } = process.env;
  const started = fork(join(ROOT, isSource ? 'server/features/photo/draw.ts' : 'dist/server/draw.js'), {
    env: { PATH, HOME, TMPDIR },
    execArgv: isSource ? ['--import', 'tsx'] : [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child = started;
  started.on('message', heard);
  const gone = () => {
    if (child === started) child = null;
    for (const { drawer, fail } of asking.values()) if (drawer === started) fail(busy());
  };
  started.on('error', gone).on('exit', gone);
  // A server that has nothing else to do may end.
  started.unref();
  started.channel?.unref();
  return started;
}

function heard(drawn: Drawn): void {
  const one = asking.get(drawn.n);
  if (!one) return;
  if ('picture' in drawn) {
    const { bytes, ...rest } = drawn.picture;
    one.done({ ...rest, bytes: Buffer.from(bytes) });
  } else if ('refused' in drawn) {
    const { status, body, retryAfter } = drawn.refused;
    one.fail(new Refusal(status, body, retryAfter === undefined ? {} : { retryAfter }));
  } else one.fail(new Error(drawn.fault));
}
