import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../server/config.ts';

/** The templates that containers are started with too. */
export const TEMPLATES = join(ROOT, 'deploy/cluster');

/** Fills a template with the variables that its container would have. */
export const filled = (name: string, values: Record<string, string | number>): string =>
  readFileSync(join(TEMPLATES, name), 'utf8').replace(/\$\{(\w+)\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`${name} needs ${key}`);
    return String(value);
  });
