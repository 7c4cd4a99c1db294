import type { Settings } from '../../../../shared/setting.ts';
import { choicesOf } from '../../../../shared/setting-labels.ts';

const ALWAYS = ['active', 'missing', 'inactive'];
/** Set by issuing and by nothing: no form offers them. */
const NEVER = ['issued', 'in_use'];

/**
 * The statuses a form may set: a new bunch may have any but issued and in_use; an issued one stays or is
 * reported lost; any other keeps what it has or takes what a new one may have. Hidden settings are left out.
 */
export function statusChoices(settings: Settings, current?: string): string[] {
  if (current === 'issued') return ['issued', 'missing'];
  const hidden = settings.statuses.filter((status) => !status.isActive).map((status) => status.name);
  const configured = choicesOf(settings, 'statuses').map((choice) => choice.value);
  const offered = [...ALWAYS, ...configured].filter(
    (status) => status === 'active' || !(NEVER.includes(status) || hidden.includes(status)),
  );
  return [...new Set(current ? [current, ...offered] : offered)];
}
