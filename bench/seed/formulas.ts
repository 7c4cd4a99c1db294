import { LOCATIONS, SHARES, type Size } from './size.ts';

/** What names and descriptions are made of. */
const LISTS = {
  first: `Ada,Ben,Callum,Dana,Eli,Fay,Gus,Hana,Idris,Jade,Kofi,Lena,Milo,Nia,Omar,Pia,Quinn,Rosa,Sami,Tess,Uma,Vik,Wren,Yara,Zane`,
  last: `Abbott,Barnes,Calder,Doyle,Ellis,Frost,Grant,Holt,Ivers,Jarvis,Keane,Lowe,Marsh,Nolan,Okoro,Pryce,Quirke,Reid,Shaw,Tiller,Usher,Vance,Webb,Young`,
  street: `Mill Lane,High Street,Station Road,Church Walk,Park Avenue,Queen Street,Bridge Road,Victoria Terrace,The Green,Canal Street,Orchard Close,School Lane,Market Place,Tower Hill,Castle Street,Dock Road,Elm Grove,Field View,Garden Row,Harbour Way`,
  town: `Ashford,Bexhill,Crawley,Dover,Epsom,Farnham,Guildford,Hastings,Lewes,Maidstone,Newhaven,Oxted`,
  doors: `front door and side gate,flat entrance,main gate,plant room,roof hatch and riser,shutter and alarm,communal hall,office and stores,lift motor room,meter cupboard`,
  purpose: `Alarm response,Patrol,Contractor visit,Void inspection,Handover,Meter reading,Cleaning round,Repair`,
  remark: `Ring the bell twice,Alarm panel behind the door,Dog on the premises,Parking at the rear,Call the control room first,Gate code changes monthly`,
};

/** A list as an array of SQL. */
export const words = (name: keyof typeof LISTS): string =>
  `'{${LISTS[name]
    .split(',')
    .map((word) => `"${word}"`)
    .join(',')}}'::text[]`;

/** The moment at which every seeded history ends; it spans two years. */
export const ANCHOR = "timestamptz '2026-01-01 00:00:00+00'";

/**
 * Temporary functions that say what a set of a company is and what happened to it: `b` is its number in its company, from 1, `n` the round of
 * movements, from 0. Every set has one movement a round: at first it is moved, then issued and returned in turn, and the last round
 * leaves it with its status.
 */
export const formulas = ({ bunches, movements }: Size): string => {
  const last = movements / bunches - 1;
  const define = (head: string, type: string, body: string) =>
    `create function pg_temp.${head} returns ${type} language sql immutable as $$ select ${body} $$;`;
  return [
    define('h(x bigint, salt integer)', 'integer', '(hashint8extended(x, salt) & 2147483647)::integer'),
    define(
      'pick(list text[], x bigint, salt integer)',
      'text',
      'list[1 + pg_temp.h(x, salt) % cardinality(list)]',
    ),
    define(
      'status(b bigint)',
      'text',
      `case when b * 37 % 100 < ${SHARES.active} then 'active' when b * 37 % 100 < ${SHARES.issued} then 'issued'
        when b * 37 % 100 < ${SHARES.missing} then 'missing' else 'inactive' end`,
    ),
    define('place(n integer)', 'integer', `1 + abs(n) % ${LOCATIONS}`),
    define('home(b bigint)', 'integer', `pg_temp.place(pg_temp.h(b, 1))`),
    // A quarter of the active ones came home in the last round, from here; the others in the first.
    define('comes_last(b bigint)', 'boolean', `pg_temp.status(b) = 'active' and pg_temp.h(b, 2) % 4 = 0`),
    define('elsewhere(b bigint, way integer)', 'integer', `pg_temp.place(pg_temp.home(b) + way - 1)`),
    define(
      'at(b bigint, n integer)',
      'integer',
      `case when pg_temp.comes_last(b) and n < ${last} then pg_temp.elsewhere(b, 7) else pg_temp.home(b) end`,
    ),
    define('tag(b bigint, n integer)', 'text', `(100000 + (n / 2)::bigint * ${bunches} + b)::text`),
    define(
      'seq(b bigint, n integer)',
      'bigint',
      `n::bigint * ${bunches} + ((b - 1) * 7919 + n * 17) % ${bunches} + 1`,
    ),
    define(
      'moment(b bigint, n integer)',
      'timestamptz',
      `${ANCHOR} - interval '730 days' * (1 - pg_temp.seq(b, n)::float8 / ${movements})`,
    ),
    define(
      'holder(b bigint, n integer)',
      'text',
      `pg_temp.pick(${words('first')}, b + n * 7, 3) || ' ' || pg_temp.pick(${words('last')}, b + n * 11, 4)`,
    ),
  ].join('\n');
};
