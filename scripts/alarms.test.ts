import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../server/config.ts';
import { openLanes } from '../server/http/admission.ts';
import { watch } from '../server/metrics/gauges.ts';
import { openMetrics } from '../server/metrics/metrics.ts';

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
type Alarm = {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string };
};
const { groups } = parse(textOf('deploy/prometheus-rules.yaml')) as {
  groups: { name: string; rules: Alarm[] }[];
};
const alarms = groups.flatMap(({ rules }) => rules);
/** Its section What to watch. */
const operating = /\n## What to watch\n(.*?)\n## /s.exec(textOf('docs/operating.md'))?.[1] ?? '';

/** Every metric of the server, and the names of its series. */
const { registry } = openMetrics();
watch(registry, {
  lanes: openLanes(),
  pool: { totalCount: 0, idleCount: 0, waitingCount: 0 } as never,
  live: { listeners: 0 },
  delay: () => ({ p50: 0, p99: 0, max: 0 }),
  readings: () => ({ isUp: true, figures: null, outcomes: [], disks: [] }),
});
const metrics = registry.getMetricsAsArray() as unknown as { name: string; type: string }[];
const series = new Set(
  metrics.flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  ),
);

test('every alarm asks for series that the server has, and says how grave it is', () => {
  expect(alarms.length).toBeGreaterThan(10);
  for (const { alert, expr, labels, annotations, for: wait = '0s', ...rest } of alarms) {
    expect(rest, alert).toEqual({});
    expect(alert).toMatch(/^Keyhold[A-Z]\w+$/);
    expect(labels, alert).toEqual({ severity: expect.stringMatching(/^(page|ticket)$/) });
    expect(annotations.summary.length, alert).toBeGreaterThan(10);
    expect(wait, alert).toMatch(/^\d+[smhd]$/);
    const asked = expr.match(/\b(?:keyhold|process|nodejs)_\w+|\bup\b/g) ?? [];
    expect(asked.length, alert).toBeGreaterThan(0);
    expect(
      asked.filter((name) => name !== 'up' && !series.has(name)),
      alert,
    ).toEqual([]);
    expect([...expr.matchAll(/[(){}]/g)].length % 2, alert).toBe(0);
  }
  expect(new Set(alarms.map(({ alert }) => alert)).size).toBe(alarms.length);
});

test('an alarm for what was done too long ago also fires when it was never done', () => {
  const old = alarms.filter(({ alert }) => alert.endsWith('Old'));
  expect(old.map(({ alert }) => alert)).toEqual(['KeyholdBackupOld', 'KeyholdVerifyOld', 'KeyholdAnchorOld']);
  for (const { alert, expr } of old) {
    const [, task] = /task="(\w+)"/.exec(expr) ?? [];
    expect(expr, alert).toMatch(new RegExp(`or \\(.*keyhold_build_info.* unless .*\\{task="${task}"\\}`));
  }
});

test('no alarm looks at two installations together, so that a healthy one hides another', () => {
  for (const { alert, expr } of alarms) expect(expr, alert).not.toMatch(/\b(max|min|sum|absent)\s*\(/);
});

test('operating.md explains every metric and every alarm, and no others', () => {
  const named = new Set(operating.match(/`(?:keyhold|process|nodejs)_\w+`/g)?.map((one) => one.slice(1, -1)));
  expect([...named].sort()).toEqual(metrics.map(({ name }) => name).sort());
  const explained = new Set(operating.match(/`Keyhold[A-Z]\w+`/g)?.map((one) => one.slice(1, -1)));
  expect([...explained].sort()).toEqual(alarms.map(({ alert }) => alert).sort());
});

test('what Prometheus is told to read is where Keyhold answers', () => {
  const { scrape_configs: configs } = parse(textOf('deploy/prometheus.yaml'));
  expect(configs).toMatchObject([{ job_name: 'keyhold', static_configs: [{ targets: ['127.0.0.1:3000'] }] }]);
});
