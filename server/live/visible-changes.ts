import { api, type Call } from '../../shared/api.ts';
import { meets } from '../../shared/permissions.ts';
import type { Change, Topic } from '../../shared/topic.ts';
import type { Member } from '../database/caller.ts';
import type { ChangeRow } from './changes.ts';

/** For each topic, the permissions of the calls that read it. */
const NEEDS = new Map<Topic, Call['needs'][]>();
for (const { reads = [], needs } of Object.values(api) as Call[])
  for (const topic of reads) NEEDS.set(topic, [...(NEEDS.get(topic) ?? []), needs]);

/** Whether any call lets this member read the topic. */
function mayRead(member: Member, topic: Topic): boolean {
  return (NEEDS.get(topic) ?? []).some(
    (needs) => needs === 'company' || needs === 'session' || (needs !== 'nobody' && meets(needs, member)),
  );
}

/** Whether the member may see one of the row's locations. */
function maySee({ locations: mine }: Member, { locations: concerned }: ChangeRow): boolean {
  return mine === null || concerned === null || concerned.some((id) => mine.includes(id));
}

/** What a member may see of a change: nothing of another company or location, or that no call would show. */
export function visibleChanges(member: Member, row: ChangeRow): Change[] {
  if (row.companyId !== member.companyId) return [];
  if (row.topic === 'sessions' || row.topic === 'letters' || row.topic === 'webhookWork') return [];
  const ids = row.ids && { ids: row.ids };
  const by = row.intention !== null && row.userId === member.userId && { by: row.intention };
  const visible: Change[] = [];
  if (row.topic === 'people' && (row.ids === null || row.ids.includes(member.userId)))
    visible.push({ topic: 'me', ...by });
  if (mayRead(member, row.topic) && maySee(member, row)) visible.push({ topic: row.topic, ...ids, ...by });
  return visible;
}
