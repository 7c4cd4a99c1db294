import { MINUTE } from './calendar.ts';
import type { Plan } from './plan.ts';

/** What somebody may do: so many days ago, at which hour, who it is and what became of it. Each is taken back in the end. */
const RIGHTS: readonly (readonly [
  daysAgo: number,
  hour: number,
  who: string,
  change: Record<string, unknown>,
])[] = [
  // Hannah stands in for Tom for a week.
  [24, 9.1, 'Hannah Boyd', { role: 'admin' }],
  [17, 8.6, 'Hannah Boyd', { role: 'officer' }],
  // Priya gives keys out during a fair.
  [11, 13.4, 'Priya Raman', { customPermissions: ['key:issue', 'key:return'] }],
  [8, 9.3, 'Priya Raman', { customPermissions: [] }],
];

/** The people's rights, the words and the company itself as Dana changes them: what the activity of a company tells of. */
export function planRights({ calendar, write }: Plan): void {
  for (const [daysAgo, hour, who, change] of RIGHTS)
    write(calendar.onWorkday(daysAgo, hour), 'Dana', 'updateUser', change, { params: { id: who } });
  const wording = calendar.onWorkday(14, 15.1);
  const locksmith = { description: 'Being cut or repaired. Back within a week as a rule.' };
  write(wording, 'Dana', 'updateSetting', locksmith, {
    params: { category: 'statuses', id: 'at_locksmith' },
  });
  const description = 'Keyholding, alarm response and patrols in four cities';
  write(wording + 20 * MINUTE, 'Dana', 'updateCompany', { description });
}
