import { monitorEventLoopDelay } from 'node:perf_hooks';
import type pg from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import { BUILD } from '../build.ts';
import type { Readings } from './readings.ts';

/** Sources of the gauges. */
export type Sources = {
  lanes: Record<string, { atOnce: number; inside: number; waiting: number }>;
  pool: pg.Pool;
  live: { readonly listeners: number };
  delay(): Delay;
  /** The cached figures. */
  readings(): Readings;
};

type Set = (value: number, ...labels: string[]) => void;

/** Gauges read at the time of a scrape. */
export function watch(registry: Registry, sources: Sources): void {
  watchProcess(registry);
  const { lanes, pool, live, delay } = sources;
  const gauge = gaugesOf(registry);
  gauge(
    'keyhold_event_loop_delay_seconds',
    'How late the event loop was since the last reading.',
    (set) => {
      for (const [at, seconds] of Object.entries(delay())) set(seconds, at);
    },
    ['at'],
  );
  gauge(
    'keyhold_places',
    'How many places a lane has.',
    (set) => {
      for (const [name, lane] of Object.entries(lanes)) set(lane.atOnce, name);
    },
    ['lane'],
  );
  gauge(
    'keyhold_places_taken',
    'How many places of a lane are taken.',
    (set) => {
      for (const [name, lane] of Object.entries(lanes)) set(lane.inside, name);
    },
    ['lane'],
  );
  gauge(
    'keyhold_places_waited_for',
    'How many requests wait for a place in a lane.',
    (set) => {
      for (const [name, lane] of Object.entries(lanes)) set(lane.waiting, name);
    },
    ['lane'],
  );
  gauge(
    'keyhold_pool_connections',
    'Connections to the database: all, and those that are idle.',
    (set) => {
      set(pool.totalCount, 'all');
      set(pool.idleCount, 'idle');
    },
    ['state'],
  );
  gauge('keyhold_pool_waiting', 'How much work waits for a connection.', (set) => set(pool.waitingCount));
  gauge('keyhold_live_clients', 'Open streams of the live channel.', (set) => set(live.listeners));
  watchReadings(registry, sources);
}

/** Gauges of the database and of background tasks. */
function watchReadings(registry: Registry, { readings }: Sources): void {
  const gauge = gaugesOf(registry);
  gauge('keyhold_database_up', '1 when the database answered within a second, else 0.', (set) =>
    set(readings().isUp ? 1 : 0),
  );
  const figure = (name: string, help: string, of: 'letters' | 'unsent' | 'oldest' | 'paused' | 'waiting') =>
    gauge(name, help, (set) => {
      const { figures } = readings();
      if (figures) set(figures[of]);
    });
  figure('keyhold_outbox_letters', 'Letters that wait to be sent (10,000 means as many or more).', 'letters');
  figure('keyhold_outbox_unsent', 'Those of them that were tried and are still there.', 'unsent');
  figure(
    'keyhold_outbox_oldest_seconds',
    'The age of the oldest letter that waits; 0 without one.',
    'oldest',
  );
  figure(
    'keyhold_webhooks_paused',
    'Addresses of webhooks at which nothing arrived for three days, or that answered that they are gone.',
    'paused',
  );
  figure(
    'keyhold_webhooks_waiting',
    'Deliveries of webhooks that wait (10,000 means as many or more).',
    'waiting',
  );
  watchDisks(registry, readings);
  const task = (name: string, help: string, of: 'endedAt' | 'succeededAt' | 'isGood') =>
    gauge(
      name,
      help,
      (set) => {
        for (const one of readings().outcomes) {
          const value = Number(one[of] ?? 0);
          set(of === 'isGood' ? value : value / 1000, one.task);
        }
      },
      ['task'],
    );
  task(
    'keyhold_task_last_success_timestamp_seconds',
    'When verify, backup or anchor last ended well here; 0: never.',
    'succeededAt',
  );
  task('keyhold_task_last_run_timestamp_seconds', 'When it last ended.', 'endedAt');
  task('keyhold_task_last_run_good', '1 when its last run ended well, else 0.', 'isGood');
}

function watchDisks(registry: Registry, readings: Sources['readings']): void {
  const gauge = gaugesOf(registry);
  const disk = (name: string, help: string, of: 'free' | 'size') =>
    gauge(
      name,
      help,
      (set) => {
        for (const one of readings().disks) set(one[of], one.folder);
      },
      ['folder'],
    );
  disk('keyhold_disk_free_bytes', 'What is free on the disk of a folder (data, backups).', 'free');
  disk('keyhold_disk_size_bytes', 'The size of that disk.', 'size');
}

/** Standard process metrics, under their usual names. */
function watchProcess(registry: Registry): void {
  const gauge = gaugesOf(registry);
  const started = Math.round(Date.now() / 1000 - process.uptime());
  gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.', (set) =>
    set(started),
  );
  gauge('process_resident_memory_bytes', 'Memory of the process.', (set) => set(process.memoryUsage.rss()));
  gauge('nodejs_heap_size_used_bytes', 'Memory that JavaScript uses.', (set) =>
    set(process.memoryUsage().heapUsed),
  );
  gauge('keyhold_build_info', 'Always 1.', (set) => set(1, BUILD.version, BUILD.commit, process.version), [
    'version',
    'commit',
    'node',
  ]);
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process.',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
}

const gaugesOf =
  (registry: Registry) =>
  (name: string, help: string, read: (set: Set) => void, labelNames: string[] = []): void => {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        // Without labels a reset gauge would report 0.
        if (labelNames.length === 0) this.remove();
        read((value, ...labels) => this.labels(...labels).set(value));
      },
    });
  };

const SAMPLE_MS = 20;
/** Repeated scrapes within this time get the same values. */
const EVERY_MS = 10_000;

/** Event loop delay in seconds, between the last two readings. */
export type Delay = { p50: number; p99: number; max: number };

/** Measures event loop delay. */
export function measureEventLoop() {
  const histogram = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  histogram.enable();
  let last: Delay = { p50: 0, p99: 0, max: 0 };
  let readAt = 0;
  return {
    read(): Delay {
      if (performance.now() - readAt < EVERY_MS) return last;
      readAt = performance.now();
      // The histogram records the time between two samples.
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - SAMPLE_MS) / 1000;
      last = {
        p50: late(histogram.percentile(50)),
        p99: late(histogram.percentile(99)),
        max: late(histogram.max),
      };
      histogram.reset();
      return last;
    },
    stop: () => void histogram.disable(),
  };
}
