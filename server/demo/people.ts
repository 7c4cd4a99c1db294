import { type Calendar, DAY } from './calendar.ts';
import type { Plan } from './plan.ts';

/**
 * Holders without an account: kind, phone, badge, name, then description or firm, email, key set limit (*) and, for temporary ones, days
 * until their last day (@, negative: before today). Invented, with numbers reserved for fiction.
 */
const PEOPLE = `
staff 07700 900160 NK-1002 Megan Price
staff 07700 900165 NK-1003 Callum Reid
staff 07700 900171 NK-1004 S. Rahman
staff 07700 900182 NK-1011 Kayleigh Dunn
staff 07700 900114 NK-1012 Marek Zielinski
staff 07700 900118 NK-1013 James Marsh
staff 07700 900290 NK-1021 Bethan Rhys
staff 07700 900244 NK-1022 Siân Morgan
staff 07700 900377 NK-1023 Gareth Lowe
staff 07700 900236 NK-1031 Adaeze Okafor
staff 07700 900219 NK-1032 Yusuf Karim
staff 07700 900203 NK-1033 Imran Sadiq
contractor 07700 900412 NK-2001 Owen Hartley, Irwell Facilities, owen.hartley@irwell.example @130
contractor 07700 900548 NK-2002 Ana Ruiz, Ruiz Lifts, ana.ruiz@ruizlifts.example *5 @245
contractor 07700 900533 NK-2003 R. Doyle, Ascent Lifts, office@ascent.example *2
contractor 07700 900587 - L. Moore, Moore Sprinklers *2
contractor 07700 900846 NK-2005 P. Adeyemi, Adeyemi Fire Alarms *3 @9
contractor 07700 900559 NK-2006 Joanna Kerr, Kerr Cleaning @-24
client 0161 496 0188 - Helen Ward, Albion House Management, helen.ward@albion.example
client 0117 496 0121 - Rosalind Fry, Clifton Assembly Rooms
other 0113 496 0155 - Desmond Ackroyd, Wellington Mills Residents *1`
  .trim()
  .split('\n');

const PERSON =
  /^(\w+) ([\d ]+) (NK-\d+|-) ([^,*@]+?)(?:, ([^,*@]+?))?(?:, (\S+@\S+))?(?: \*(\d+))?(?: @(-?\d+))?$/;

/** The body of the call that adds each person. */
export const peopleBy = ({ now }: Calendar) =>
  PEOPLE.map((line) => {
    const [, kind, phone, badge, name, organisation, email, most, days] = PERSON.exec(line) ?? [];
    if (!name) throw new Error(`Nobody: ${line}`);
    const validUntil = days ? dayOf(now + Number(days) * DAY) : null;
    return {
      name,
      kind: `${kind}`,
      phone: `${phone}`,
      badge: badge === '-' ? null : `${badge}`,
      organisation: organisation ?? null,
      email: email ?? null,
      maxSets: most ? Number(most) : null,
      validUntil,
    };
  });

/** YYYY-MM-DD in the time zone of the demo. */
const dayOf = (at: number): string => {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** Adds all people on the first morning, one after another. */
export function planPeople({ calendar, write }: Plan): void {
  for (const [index, body] of peopleBy(calendar).entries())
    write(calendar.on(63, 8.5) + index * 45_000, 'Dana', 'createHolder', body, { makes: body.name });
}
