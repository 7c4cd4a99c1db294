import { vi } from 'vitest';

// Stops Date at KEYHOLD_TEST_NOW, a time in ISO 8601, in the time zone TZ; timers and the database's clock continue.
const { KEYHOLD_TEST_NOW: now, TZ: zone } = process.env;
if (now) vi.setSystemTime(new Date(now));
const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
if (now && zone && own !== zone) throw new Error(`The time zone is ${own}, not ${zone}`);
