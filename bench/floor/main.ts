import type pg from 'pg';
import { openPool } from './rows.ts';
import { makeFloor } from './server.ts';

/** The floor as a process: PORT, and FLOOR_DATABASE with a superuser's connection, so that no policy applies. */
const pool = openPool(JSON.parse(process.env.FLOOR_DATABASE ?? '{}') as pg.ClientConfig);
const server = makeFloor(pool).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  server.close(() => void pool.end().then(() => process.exit(0)));
  server.closeAllConnections();
});
