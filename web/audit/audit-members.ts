import type { AuditMember, AuditPeople, AuditSession, CountedBy } from '../../shared/audit.ts';
import type { AuditPart } from '../../shared/audit-parts.ts';
import { AUDIT_HEARD_MINUTES, AUDIT_UNHEARD_SECONDS } from '../../shared/audit-words.ts';
import { fullName } from '../../shared/user-name.ts';
import { serverNow } from '../api/server-clock.ts';
import { clockTime, count, relativeTime } from '../format.ts';

/** The members who take part now, in order of joining. */
export const present = (members: readonly AuditMember[]): AuditMember[] =>
  members.filter(({ leftAt }) => leftAt === null);

/** The first name, or the full one if another of `all` has the same first name. */
function shortName({ userId, user }: AuditMember, all: readonly AuditMember[]): string {
  const first = user.firstName;
  const isShared = all.some((other) => other.userId !== userId && other.user.firstName === first);
  return first && !isShared ? first : fullName(user);
}

/** "Tom", "Tom and Dana", "Tom, Dana and 2 more". */
export function listed(names: readonly string[]): string {
  const [first = '', second, ...more] = names;
  if (!second) return first;
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${more.length} more`;
}

/** "with Tom and Dana": the other members who take part now; null when there are none. */
export function withText(members: readonly AuditMember[], meId: number): string | null {
  const here = present(members);
  const others = here.filter(({ userId }) => userId !== meId).map((member) => shortName(member, here));
  return others.length > 0 ? `with ${listed(others)}` : null;
}

/** "12 s ago", then as relative times. `now` in ms by the server's clock. */
export function agoText(at: string, now = serverNow()): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1000));
  return seconds < 60 ? `${seconds} s ago` : relativeTime(at, new Date(now)).toLowerCase();
}

/** "by Tom Whitaker 12 s ago", "by you 3 min ago". */
export const byText = (
  { userId, user, doneAt }: Omit<CountedBy, 'counted'> & { doneAt: string },
  meId: number,
) => `by ${userId === meId ? 'you' : fullName(user)} ${agoText(doneAt)}`;

/** The hooks of a part: "A 1 to A 21". */
export const partName = ({ from, to }: Pick<AuditPart, 'from' | 'to'>): string =>
  from === null ? 'No position' : from === to ? from : `${from} to ${to}`;

/** What a member did last, or since when they were not heard; `unheard` marks the second. */
export function memberState(member: AuditMember): { text: string; unheard: boolean } {
  const { heardAt, unsent, last, leftAt } = member;
  if (leftAt) return { text: `Left at ${clockTime(leftAt)}`, unheard: false };
  const waiting = unsent > 0 ? `${unsent} to send` : null;
  if (serverNow() - Date.parse(heardAt) >= AUDIT_UNHEARD_SECONDS * 1000)
    return {
      text: [`Not heard since ${clockTime(heardAt)}`, waiting].filter(Boolean).join(' · '),
      unheard: true,
    };
  const did = last ? `${last.identifier} ${relativeTime(last.doneAt).toLowerCase()}` : 'No count yet';
  return { text: [did, waiting].filter(Boolean).join(' · '), unheard: false };
}

type Unheard = Pick<AuditMember, 'userId' | 'user' | 'heardAt' | 'unsent'>;

/** Other members who were heard in the last minutes and may have counts that have not arrived. */
export function unheardOf({ members }: Pick<AuditPeople, 'members'>, meId: number): Unheard[] {
  return present(members).filter(({ userId, heardAt, unsent }) => {
    const silent = serverNow() - Date.parse(heardAt);
    if (userId === meId || silent > AUDIT_HEARD_MINUTES * 60_000) return false;
    return unsent > 0 || silent >= AUDIT_UNHEARD_SECONDS * 1000;
  });
}

/** "Tom Whitaker, 3 counts to send, heard at 22:49". */
export const unheardText = ({ user, unsent, heardAt }: Unheard): string =>
  [fullName(user), unsent > 0 && `${count(unsent, 'count')} to send`, `heard at ${clockTime(heardAt)}`]
    .filter(Boolean)
    .join(', ');

/** "Hannah Boyd 6, Tom Whitaker 9": who saw how many sets; null without any count. */
export const countedText = (people: readonly Omit<CountedBy, 'userId'>[]): string | null =>
  people
    .filter(({ counted }) => counted > 0)
    .map(({ user, counted }) => `${fullName(user)} ${counted.toLocaleString()}`)
    .join(', ') || null;

/** Whether other users count in an open audit, so that starting one cannot replace it. */
export const isOthers = ({ performedBy, members }: AuditSession, meId: number): boolean =>
  performedBy !== meId || present(members).some(({ userId }) => userId !== meId);

/** Why no audit can start: who runs the open one, since when, and what to do. */
export function whyNoAudit(
  { user, startTime, idleSince, members, performedBy }: AuditSession,
  meId: number,
): string {
  const here = present(members);
  if (here.some(({ userId }) => userId === meId)) {
    const others = listed(here.filter(({ userId }) => userId !== meId).map((one) => fullName(one.user)));
    return performedBy === meId
      ? `You began an audit of this location, and ${others} ${here.length > 2 ? 'count' : 'counts'} with you. Continue it.`
      : `You count in the open audit of this location, started at ${clockTime(startTime)}. Continue it.`;
  }
  const who = user ? fullName(user) : 'Someone';
  const way = idleSince ? 'No member was heard for an hour: take it over.' : 'Join it to count with them.';
  return `${who} has been auditing this location since ${clockTime(startTime)}. ${way}`;
}
