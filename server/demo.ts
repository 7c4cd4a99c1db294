import { eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { effectivePermissions } from '../shared/permissions.ts';
import type { Config } from './config.ts';
import { companies, users } from './database/schema.ts';
import { makeAgenda, makeCalendar } from './demo/calendar.ts';
import type { Actor } from './demo/people.ts';
import { makeChance } from './demo/random.ts';
import { openRegister } from './demo/register.ts';
import { planRoutine, planTravel } from './demo/routine.ts';
import { openStage } from './demo/stage.ts';
import { planStory } from './demo/story.ts';
import { DEMO_ACCOUNTS, DEMO_COMPANY } from './demo-accounts.ts';
import { checkPassword, hashPassword } from './password.ts';
import { type Member, openDoors, type Tx } from './tenant.ts';

/** Any number, the same in every Keyhold server: one seeds, the others wait. */
const LOCK = 727_166_002;
const WAIT_MS = 250;
/** Bunches out at the end: a quarter of all. */
const OUT = 30;
const SEED = 1847;

type Account = (typeof DEMO_ACCOUNTS)[number] & { id: number; password: string };
type Outcome = 'made' | 'there' | 'taken' | 'busy';

/**
 * Makes the demo company of SPEC 2.3 at the first start in demo mode: its cabinet, its four accounts and sixty days of movements
 * up to now, all through the features (docs/architecture.md, History). At later starts it only sees to it that the accounts open
 * with the password of the configuration.
 *
 * All of it is ONE transaction of the system door, in which each step takes the company door's role and settings: a history
 * cannot be deleted, so a crash half way must leave nothing, and nobody ever sees the demo clock at work.
 */
export async function seedDemo(
  pool: pg.Pool,
  config: Config,
  say: (line: string) => void,
): Promise<void> {
  const doors = openDoors(pool);
  const accounts = await doors.system(findAccounts);
  if (accounts) return keepPasswords(pool, accounts, config.demo.password);

  const passwords = await Promise.all(DEMO_ACCOUNTS.map(() => hashPassword(config.demo.password)));
  say('Seeding the demo company ...');
  let outcome: Outcome = 'busy';
  while (outcome === 'busy') {
    outcome = await doors.system((tx) => makeDemo(tx, passwords));
    if (outcome === 'busy') await new Promise((resume) => setTimeout(resume, WAIT_MS));
  }
  if (outcome === 'taken') say(`No demo: ${DEMO_COMPANY.slug} or an email of its accounts is in use.`);
}
