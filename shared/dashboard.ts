import * as z from 'zod/mini';
import { KeyBunch } from './key-bunch.ts';
import { Location } from './location.ts';
import { Movement } from './movement.ts';
import { instant } from './text.ts';

/** Counts of all bunches, issued, missing and active ones, and of those that need attention. */
export const Stats = z.object({
  totalBunches: z.int(),
  inUse: z.int(),
  missing: z.int(),
  present: z.int(),
  /** Of the issued ones, those that are overdue and those due later today (company time); of all, the short ones. Up to COUNTED_MATCHES. */
  overdue: z.int(),
  dueToday: z.int(),
  short: z.int(),
});
export type Stats = z.infer<typeof Stats>;

/** A location with its counts; only statuses and types that occur are named. */
export const LocationSummary = z.extend(Location, {
  total: z.int(),
  byStatus: z.record(z.string(), z.int()),
  byType: z.record(z.string(), z.int()),
});
export type LocationSummary = z.infer<typeof LocationSummary>;

/**
 * GET /api/dashboard, with the bunches missing now, newest first, and how many are long out:
 * those that GET /api/key-bunches?outHours=12 lists (LONG_OUT_HOURS), longest first with sort=issuedAt. They are counted up to
 * COUNTED_MATCHES; `longOutMore` says that there are more.
 */
export const Dashboard = z.object({
  stats: Stats,
  longOut: z.int(),
  longOutMore: z.boolean(),
  missingNow: z.array(
    z.pick(KeyBunch, {
      id: true,
      identifier: true,
      type: true,
      location: true,
      lastUpdated: true,
      missing: true,
    }),
  ),
  /** What is overdue, longest first, then what is due soonest: DASHBOARD_DUE at most. */
  due: z.array(KeyBunch),
  /** For users with system:admin, when reminders are overdue: the last run (`ranAt` null: never). */
  remindersLate: z.nullable(z.object({ ranAt: z.nullable(instant) })),
  /** For users with system:admin, when the last backup is too old or one failed since: its time (null: none). */
  backupLate: z.nullable(z.object({ takenAt: z.nullable(instant), failed: z.boolean() })),
  /** Unhandled messages from finders, for users who may handle them; FOUND_NOTICES_MAX at most. */
  foundNotices: z.int(),
  /** Paused webhooks, for users with system:admin and all locations. */
  pausedWebhooks: z.int(),
  /** The sets that the caller has, and how many they are asked to take over. */
  mine: z.object({ sets: z.int(), overdue: z.int(), nextDue: z.nullable(instant), asked: z.int() }),
  recentMovements: z.array(Movement),
  locations: z.array(LocationSummary),
});
export type Dashboard = z.infer<typeof Dashboard>;

/** GET /api/first-steps: what the company has done. `people` are people besides the first user, `team` other users. */
export const FirstSteps = z.object({
  locations: z.boolean(),
  sets: z.boolean(),
  labels: z.boolean(),
  people: z.boolean(),
  team: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

/**
 * GET /api/backups/health: the time of the last good backup of the whole server (null: none), minutes between scheduled backups (null: none
 * scheduled), whether the last is older than twice that (`late`), and whether one failed since.
 */
export const BackupHealth = z.object({
  takenAt: z.nullable(instant),
  everyMinutes: z.nullable(z.int()),
  late: z.boolean(),
  failed: z.boolean(),
});
export type BackupHealth = z.infer<typeof BackupHealth>;
