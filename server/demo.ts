import type pg from 'pg';
import type { Config } from './config.ts';

export async function seedDemo(
  _pool: pg.Pool,
  _config: Config,
  _say: (line: string) => void,
): Promise<void> {}
