import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll } from 'vitest';
import { useWorld } from './world.ts';

/** A letter as it arrived, its two parts decoded. */
export type Received = {
  from: string;
  to: string[];
  raw: string;
  subject: string;
  text: string;
  html: string;
};

export type MailSink = {
  /** The value for SMTP_URL. */
  url: string;
  letters: Received[];
  /** Waits for the next letter to this address that matches, among those not taken yet and those to come. */
  next(to: string, matching?: RegExp): Promise<Received>;
  /** Whether it accepts letters, refuses them temporarily, or keeps the sender waiting. */
  mood: 'takes' | 'refuses' | 'stalls';
  close(): Promise<void>;
};

/** A real SMTP server that stores the letters it receives. */
export async function openMailSink(): Promise<MailSink> {
  const stalled: (() => void)[] = [];
  const taken = new Set<Received>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        // As many servers do, it quotes the recipient and the letter that it refuses.
        const quoted = `Not now: ${session.envelope.rcptTo[0]?.address} ${Buffer.concat(chunks)}`.replace(
          /\s+/g,
          ' ',
        );
        if (sink.mood === 'refuses')
          return done(Object.assign(new Error(quoted.slice(0, 400)), { responseCode: 451 }));
        if (sink.mood === 'stalls') return void stalled.push(() => done(new Error('Too late')));
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
        const to = session.envelope.rcptTo.map(({ address }) => address);
        sink.letters.push({ from, to, ...partsOf(Buffer.concat(chunks).toString()) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;

  const sink: MailSink = {
    url: `smtp://127.0.0.1:${port}`,
    letters: [],
    mood: 'takes',
    async next(to, matching = /./) {
      for (const end = Date.now() + 10_000; Date.now() < end; ) {
        const found = sink.letters.find(
          (letter) => !taken.has(letter) && letter.to.includes(to) && matching.test(letter.subject),
        );
        if (found) {
          taken.add(found);
          return found;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(
        `No letter to ${to} came: ${sink.letters.map((one) => `${one.to}: ${one.subject}`).join('; ')}`,
      );
    },
    close: () => {
      for (const release of stalled) release();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return sink;
}

/** The one-time link of a letter, read from its text. */
export const linkIn = ({ text }: Received): string => /https?:\/\/\S+/.exec(text)?.[0] ?? '';
export const tokenIn = (letter: Received): string => linkIn(letter).split('/').at(-1) ?? '';

function partsOf(raw: string): Pick<Received, 'raw' | 'subject' | 'text' | 'html'> {
  const part = (type: string) => {
    const found = new RegExp(String.raw`Content-Type: ${type}[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--`, 'i').exec(
      raw,
    );
    const head = found?.[0].slice(0, found[0].indexOf('\r\n\r\n')) ?? '';
    return decoded(found?.[1] ?? '', /base64/i.test(head) ? 'base64' : 'quoted-printable');
  };
  const folded = /^Subject: ([\s\S]*?)\r\n(?!\s)/m.exec(raw)?.[1]?.replace(/\r\n\s/g, ' ') ?? '';
  const subject = folded.replace(/=\?UTF-8\?(Q|B)\?(.*?)\?=\s*/gi, (_, kind: string, text: string) =>
    decoded(
      kind.toUpperCase() === 'Q' ? text.replaceAll('_', ' ') : text,
      kind.toUpperCase() === 'B' ? 'base64' : 'quoted-printable',
    ),
  );
  return { raw, subject, text: part('text/plain'), html: part('text/html') };
}

function decoded(text: string, encoding: 'base64' | 'quoted-printable'): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString();
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/**
 * A world that sends its letters to a separate mail server: `const { world, mail } = useMailWorld()` at the top of a file. Attempts are not
 * limited unless `about` says so.
 */
export function useMailWorld(about: Record<string, string> = {}) {
  const environment: Record<string, string> = {
    LOGIN_FAILURES: '100000',
    PUBLIC_URL: 'https://keys.example.com',
    MAIL_FROM: 'Keyhold <keys@example.com>',
    ...about,
  };
  let opened: MailSink | undefined;
  beforeAll(async () => {
    opened = await openMailSink();
    environment.SMTP_URL = opened.url;
  });
  const world = useWorld(environment);
  afterAll(() => opened?.close());
  const mail = new Proxy({} as MailSink, {
    get: (_, name) => opened && Reflect.get(opened, name),
    set: (_, name, value) => opened !== undefined && Reflect.set(opened, name, value),
  });
  return { world, mail };
}
