import { LOCATIONS, type Size } from './size.ts';
import { words } from './words.ts';

/** The sets of the companies from `first` to `last`, as their history leaves them, and some photos. */
export const register = ({ bunches, movements }: Size, first: number, last: number): string => {
  const end = movements / bunches - 1;
  const id = `(c - 1) * ${bunches} + b`;
  const photo = `encode(sha256(convert_to('photo ' || ${id}, 'UTF8')), 'hex')`;
  const hasPhoto = 'pg_temp.h(b, 10) % 12 = 0';
  return `
  insert into key_bunches (company_id, id, identifier, type, current_tag, nfc_serial, location_id, status, key_count, fob_count,
    key_description, notes, image_url, image_updated_at, holder_name, issued_at, last_holder_name, missing_since,
    missing_from_status, last_seen_at, last_seen_location_id, last_updated, created_at, updated_at) overriding system value
  select c, ${id}, 'WK-' || lpad(b::text, 6, '0'),
    ('{day_shift,night_shift,lock_ups,static}'::text[])[1 + pg_temp.h(b, 11) % 4],
    pg_temp.tag(b, ${end - 1}),
    case when pg_temp.h(b, 12) % 3 = 0 then '04' || upper(lpad(to_hex(${id}), 12, '0')) end,
    (c - 1) * ${LOCATIONS} + pg_temp.home(b), status, 1 + pg_temp.h(b, 13) % 6, pg_temp.h(b, 14) % 3,
    1 + pg_temp.h(b, 15) % 180 || ' ' || pg_temp.pick(${words('street')}, b, 16) || ', '
      || pg_temp.pick(${words('town')}, b, 17) || ': ' || pg_temp.pick(${words('doors')}, b, 18),
    case when pg_temp.h(b, 19) % 4 = 0 then pg_temp.pick(${words('remark')}, b, 20) end,
    case when ${hasPhoto} then '/api/key-bunches/' || ${id} || '/photo?v=' || left(${photo}, 32) end,
    case when ${hasPhoto} then pg_temp.moment(b, 0) end,
    case when status = 'issued' then pg_temp.holder(b, ${end}) end,
    case when status = 'issued' then pg_temp.moment(b, ${end}) end,
    case when status = 'issued' then pg_temp.holder(b, ${end}) else pg_temp.holder(b, ${end - 2}) end,
    case when status = 'missing' then pg_temp.moment(b, ${end}) end,
    case when status = 'missing' then 'active' end,
    pg_temp.moment(b, ${end - 1}), (c - 1) * ${LOCATIONS} + pg_temp.home(b),
    pg_temp.moment(b, ${end}), pg_temp.moment(b, 0) - interval '30 days', pg_temp.moment(b, ${end})
  from generate_series(${first}, ${last}) c, generate_series(1, ${bunches}) b, pg_temp.status(b) status;

  insert into photos (company_id, key_bunch_id, hash, media_type, bytes, created_at)
  select c, ${id}, ${photo}, 'image/jpeg', convert_to('photo ' || ${id}, 'UTF8'), pg_temp.moment(b, 0)
  from generate_series(${first}, ${last}) c, generate_series(1, ${bunches}) b where ${hasPhoto};`;
};
