import { hash, verify } from '@node-rs/argon2';

/** argon2id with OWASP's parameters, about 15 ms; at most eight at once, so that a burst of sign-ins leaves capacity for the rest (R24). */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const HASHES_MAX = 8;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= HASHES_MAX) await new Promise<void>((resume) => waiting.push(resume));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS));

let dummy: Promise<string> | undefined;

/** Whether the password is right. Without a stored hash a dummy is checked, so that the time reveals nothing. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('no user has this password');
  const against = stored ?? (await dummy);
  const right = await inTurn(() => verify(against, password).catch(() => false));
  return stored !== null && right;
}
