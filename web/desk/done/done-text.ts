import type { HolderDetail } from '../../../shared/holder.ts';
import { dayAndClock } from '../../due-text.ts';
import { count } from '../../format.ts';
import type { Around, Done } from '../state/desk-state.ts';

/** "3 sets issued to Owen Hartley", "3 sets returned from Megan Price, 1 short". */
export function doneTitle({ action, batch, people, undone, short }: Done): string {
  const sets = count(batch.keyBunches.length, 'set');
  const [only] = people;
  const who = people.length === 1 && only ? ` ${action === 'issue' ? 'to' : 'from'} ${only.name}` : '';
  return undone
    ? `${sets}: ${action === 'issue' ? 'issue' : 'return'}${who} undone`
    : `${sets} ${action === 'issue' ? 'issued' : 'returned'}${who}${short > 0 ? `, ${short} short` : ''}`;
}

/** What else is to be known, in one line. */
export function doneLine(done: Done, around: Around, holder: HolderDetail | undefined): string {
  if (done.undone) return 'Undone. The history keeps both entries.';
  if (done.action === 'return') return returnLine(done);
  const first = done.people[0]?.name.split(' ')[0] ?? '';
  const now =
    holder &&
    `${first} now has ${count(holder.held, 'set')}${holder.maxSets !== null && holder.held >= holder.maxSets ? ', the most allowed' : ''}.`;
  const due = dueLine(done, around);
  return [`${done.purpose ? `${done.purpose}, ${due}` : capital(due)}.`, now].filter(Boolean).join(' ');
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function dueLine({ batch }: Done, { now, zone }: Around): string {
  const moments = [...new Set(batch.keyBunches.map(({ dueAt }) => dueAt))];
  const [only] = moments;
  if (moments.length > 1) return 'due back by key type';
  return only ? `due back ${dayAndClock(Date.parse(only), now, zone)}` : 'no due time';
}

function returnLine({ batch, people }: Done): string {
  const tags = batch.keyBunches.flatMap(({ currentTag }) => currentTag ?? []);
  const mixed = people.length > 1 && `${people.map(({ name, sets }) => `${sets} from ${name}`).join(', ')}.`;
  const tag = tags.length === 1 ? `New tag ${tags[0]}.` : `New tags ${tags[0]} to ${tags.at(-1)}.`;
  return [mixed, tag].filter(Boolean).join(' ');
}
