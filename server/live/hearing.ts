import { api, type Call } from '../../shared/api.ts';
import { meets } from '../../shared/permissions.ts';
import type { Change, Topic } from '../../shared/topic.ts';
import type { Member } from '../database/caller.ts';
import type { Told } from './change.ts';

/** Of each topic, what the calls that read it need. */
const NEEDS = new Map<Topic, Call['needs'][]>();
for (const { reads = [], needs } of Object.values(api) as Call[])
  for (const topic of reads) NEEDS.set(topic, [...(NEEDS.get(topic) ?? []), needs]);

/** Whether any call would let this person read of a topic. */
function mayRead(member: Member, topic: Topic): boolean {
  return (NEEDS.get(topic) ?? []).some(
    (needs) => needs === 'company' || needs === 'session' || (needs !== 'nobody' && meets(needs, member)),
  );
}

/** Whether one of the places it concerns is one that this person may see. */
function maySee({ locations: mine }: Member, { locations: concerned }: Told): boolean {
  return mine === null || concerned === null || concerned.some((id) => mine.includes(id));
}

/** What a person hears of something that was told: nothing of another company, of another place, or of what no call would show them. */
export function heardBy(member: Member, told: Told): Change[] {
  if (told.companyId !== member.companyId) return [];
  if (told.topic === 'sessions' || told.topic === 'letters' || told.topic === 'webhookWork') return [];
  const ids = told.ids && { ids: told.ids };
  const by = told.intention !== null && told.userId === member.userId && { by: told.intention };
  const heard: Change[] = [];
  if (told.topic === 'people' && (told.ids === null || told.ids.includes(member.userId)))
    heard.push({ topic: 'me', ...by });
  if (mayRead(member, told.topic) && maySee(member, told)) heard.push({ topic: told.topic, ...ids, ...by });
  return heard;
}
