import { afterAll, beforeAll } from 'vitest';
import { type MailSink, openMailSink } from './mail.ts';
import { useWorld } from './world.ts';

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
