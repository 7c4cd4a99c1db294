import type { Database } from './cluster.ts';
import { type Bench, type Figures, measureInTurn, type Side, warmUp } from './measure.ts';
import { OPERATIONS } from './operations.ts';
import { digits, type Section } from './report.ts';
import type { Size } from './seed/size.ts';
import { startKeyhold, type Target } from './targets.ts';

/**
 * Measures the cost of size: every operation that only reads, of the built server on two registers in turn, so that other load affects
 * both.
 */
export async function measureFlat(
  bench: Pick<Bench, 'driver' | 'options' | 'postmaster'>,
  small: { database: Database; size: Size },
  large: { database: Database; size: Size },
): Promise<Section> {
  const targets: Target[] = [];
  const start = async ({ database, size }: { database: Database; size: Size }): Promise<Side> => {
    const target = await startKeyhold(database);
    targets.push(target);
    return { target, size };
  };
  try {
    const sides: [Side, Side] = [await start(large), await start(small)];
    await warmUp(bench, sides);
    const rows: string[][] = [];
    for (const callers of bench.options.callers)
      for (const operation of OPERATIONS.filter(({ writes }) => !writes)) {
        const { one, other, ratio } = await measureInTurn(bench, sides, operation, callers);
        rows.push([operation.title, String(callers), ratio.toFixed(2), ...lineOf(one, other)]);
      }
    const head = [
      'operation',
      'callers',
      'req/s, as a share',
      'CPU server ms',
      'CPU PostgreSQL ms',
      'KB',
      'errors',
    ];
    return { title: `${large.size.name} (beside ${small.size.name}, in turn)`, head, rows };
  } finally {
    for (const target of targets) await target.stop();
  }
}

function lineOf(large: Figures, small: Figures): string[] {
  const both = (of: (figures: Figures) => number | null) =>
    `${[of(large), of(small)].map((value) => (value === null ? '-' : digits(value))).join(' (')})`;
  return [
    both(({ cpu }) => cpu.server),
    both(({ cpu }) => cpu.postgres),
    both(({ bytes }) => bytes / 1024),
    [...Object.keys(large.errors), ...Object.keys(small.errors)].join(', '),
  ];
}
