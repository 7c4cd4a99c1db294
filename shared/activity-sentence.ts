import { ACTIVITIES, changesOf, lower, type Said, times } from './activity-words.ts';
import { count } from './count.ts';
import { headOf, LOCATION_FIELDS, PERSON_FIELDS, PREMISES_FIELDS } from './record-fields.ts';

/** The entries of the company's log in sentences. */

/** Whole sentences of actions without a proven actor: `name` is the account they concern. */
const WITHOUT_ACTOR: Record<string, (name: string, entry: Said) => string> = {
  sign_in_failed: (name, { details }) =>
    `An unknown person failed to sign in${times(details)} as ${name}${details.locked ? ', who has failed too often' : ''}`,
  refusals_counted: (_name, { details }) =>
    `${count(Number(details.times), 'more failed sign-in or refusal', 'more failed sign-ins and refusals')} in one minute, of ${count(Number(details.accounts), 'account')}`,
};

/** The whole sentence: "Priya Shah gave Tom Reed the role Administrator". `who` is the actor's name. */
export function activitySentence(entry: Said, who: string): string {
  const sentence = WITHOUT_ACTOR[entry.action];
  if (sentence) return sentence(who, entry);
  // "Ann Lee, then Tom Reed, signed in": two names of one person are set apart.
  return `${who.includes(', then ') ? `${who},` : who} ${predicate(entry)}`;
}

function predicate(entry: Said): string {
  const text = ACTIVITIES[entry.action]?.[1];
  const sentence = typeof text === 'function' ? text(entry) : text && filled(text, entry);
  return (sentence || ofDescription(entry.description)) + changedFields(entry);
}

/** ": notes and keys" of an edited record; '' of a user, whose sentence says it, and where no fields are known. */
function changedFields(entry: Said): string {
  if (!/(^|_)edit$/.test(entry.action) || entry.action === 'user_edit') return '';
  const names = Object.keys(changesOf(entry)).map((field) => fieldWords(field));
  const last = names.pop();
  return last ? `: ${names.length > 0 ? `${names.join(', ')} and ` : ''}${last}` : '';
}

const FIELD_WORDS: Record<string, string> = {
  identifier: 'set ID',
  currentTag: 'tag',
  keyCount: 'keys',
  fobCount: 'fobs',
  keyDescription: 'description',
  locationId: 'location',
  displayName: 'name',
  adminEmail: 'email',
  url: 'address',
  staffReserve: 'who may reserve',
  emergencyIssue: 'whether keys may leave without a second person',
  secondPerson: 'second person',
  approver: 'who may approve',
  ...Object.fromEntries(
    Object.entries({ ...LOCATION_FIELDS, ...PREMISES_FIELDS, ...PERSON_FIELDS }).map(([name, field]) => [
      name,
      headOf(field).toLowerCase(),
    ]),
  ),
};

/** "receiptTerms" reads "receipt terms". */
const fieldWords = (field: string): string =>
  FIELD_WORDS[field] ?? field.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** A text with its fields; null when the entry lacks one. */
function filled(text: string, { details, keySet }: Said): string | null {
  let whole = true;
  const sentence = text.replace(/\{(\w+)\}/g, (_all, field: string) => {
    const value = field === 'set' ? keySet : details[field];
    whole &&= value !== null && value !== undefined && value !== '';
    return String(value);
  });
  return whole ? sentence : null;
}

const VERBS: Record<string, string> = { undone: 'undid' };

/** "Key type Patrol added" becomes "added the key type Patrol"; a description without such an ending follows a colon. */
function ofDescription(description: string): string {
  const [, what, verb] =
    /^(.+) (added|changed|deleted|made|revoked|renewed|resumed|undone|linked|unlinked|removed)$/.exec(
      description,
    ) ?? [];
  return what && verb ? `${VERBS[verb] ?? verb} the ${lower(what)}` : `did this: ${description}`;
}
