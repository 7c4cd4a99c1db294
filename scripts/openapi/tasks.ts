import { api, type CallName, isOpenToTokens } from '../../shared/api.ts';
import { TOKEN_PERMISSIONS } from '../../shared/api-token.ts';
import type { Needs } from '../../shared/permissions.ts';
import { ACCOUNT_TASKS } from './tasks/account.ts';
import { APPROVAL_TASK } from './tasks/approvals.ts';
import { COMPANY_TASKS } from './tasks/company.ts';
import { KEY_TASKS, type Task } from './tasks/keys.ts';
import { KIOSK_TASK } from './tasks/kiosk.ts';
import { ROOM_TASKS } from './tasks/room-handovers.ts';

export const TASKS: readonly Task[] = [
  ...KEY_TASKS,
  ...ROOM_TASKS,
  KIOSK_TASK,
  APPROVAL_TASK,
  ...COMPANY_TASKS,
  ...ACCOUNT_TASKS,
];

/** Whether an API token can have what a call needs, and the call is open to tokens. */
export function isForTokens(name: CallName): boolean {
  const has = (needs: Needs): boolean => {
    if (typeof needs === 'string')
      return needs === 'company' || TOKEN_PERMISSIONS.some((one) => one === needs);
    return 'all' in needs ? needs.all.every(has) : needs.any.some(has);
  };
  return isOpenToTokens(name) && has(api[name].needs);
}

/** A call with the texts that a reader sees. */
export type Described = { name: CallName; task: string; summary: string; text: string };

/** Every call of the contract in the order of the tasks, within a task those open to API tokens first. */
export function describedCalls(): Described[] {
  const described = TASKS.flatMap(({ name: task, calls }) => {
    const all = Object.entries(calls).map(([name, [summary, text]]) => ({
      name: name as CallName,
      task,
      summary,
      text,
    }));
    return [...all.filter(({ name }) => isForTokens(name)), ...all.filter(({ name }) => !isForTokens(name))];
  });
  const names = described.map(({ name }) => name);
  const wrong = [
    ...(Object.keys(api) as CallName[]).filter((name) => !names.includes(name)),
    ...names.filter((name, at) => names.indexOf(name) !== at),
  ];
  if (wrong.length > 0) throw new Error(`scripts/openapi/tasks describes not once: ${wrong.join(', ')}`);
  return described;
}
