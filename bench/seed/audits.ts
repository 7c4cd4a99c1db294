import { ANCHOR } from './formulas.ts';
import type { Size } from './size.ts';

/** Completed audits of every location, a quarter of a year apart: everything at hand was found, and the rest of what was not issued is missing. */
export const audits = ({ companies, users, audits: each }: Size): string => `
  insert into audit_sessions (company_id, id, performed_by, location_id, location_name, mode, start_time, end_time, total_expected,
    total_scanned, missing_bunches, status, created_at) overriding system value
  select l.company_id, (l.id - 1) * ${each} + a, (l.company_id - 1) * ${users} + 1, l.id, l.name,
    case when l.id % 2 = 0 then 'nfc' else 'manual' end, ended - interval '1 hour', ended, counts.expected, counts.found,
    counts.missing, 'completed', ended - interval '1 hour'
  from locations l
  cross join generate_series(1, ${each}) a
  cross join lateral (select ${ANCHOR} - interval '90 days' * (${each} - a) - interval '1 minute' * (l.id % 1000) as ended) as times
  cross join lateral (select count(*) filter (where status <> 'issued') as expected, count(*) filter (where status = 'active') as found,
      coalesce(array_agg(b.id::text) filter (where status not in ('active', 'issued')), '{}') as missing
    from key_bunches b where b.company_id = l.company_id and b.location_id = l.id) as counts
  where l.company_id <= ${companies};

  insert into audit_scans (company_id, id, audit_session_id, key_bunch_id, nfc_scanned, matched, tag_scanned, identifier,
    scan_result, performed_by, "timestamp") overriding system value
  select s.company_id, row_number() over (order by s.company_id, s.id, b.id), s.id, b.id, b.nfc_serial is not null,
    case when b.nfc_serial is null then 'tag' else 'nfc' end, b.current_tag, b.identifier, 'found', s.performed_by, s.end_time
  from audit_sessions s
  join key_bunches b on b.company_id = s.company_id and b.location_id = s.location_id and b.status = 'active';

  insert into audit_expected (company_id, audit_session_id, key_bunch_id, identifier, current_tag, type, status, holder_name,
    seen_scan_id)
  select s.company_id, s.id, b.id, b.identifier, b.current_tag, b.type, b.status, b.holder_name, scan.id
  from audit_sessions s
  join key_bunches b on b.company_id = s.company_id and b.location_id = s.location_id
  left join audit_scans scan on scan.company_id = s.company_id and scan.audit_session_id = s.id and scan.key_bunch_id = b.id;`;
