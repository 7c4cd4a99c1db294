/**
 * Compares the register with the state that each history entry recorded (0017-recorded-states.sql). The server's login can change most of
 * these rows, and none of the entries.
 */
export const AS_RECORDED = {
  I12: {
    rule: 'a key set is as its last entry left it',
    sql: `select company_id, 'key set ' || id || ' "' || identifier || '": ' || difference(recorded, now) as what
      from (select b.company_id, b.id, b.identifier, recorded_state_of_set(b.company_id, b.id) as recorded, state_of_set(b.company_id, b.id) as now
        from key_bunches b offset 0) compared
      where recorded <> now
      union all
      select b.company_id, 'key set ' || b.id || ' "' || b.identifier || '" is in the register, and no entry says how it came there'
      from key_bunches b
      where not exists (select from audit_log l where l.company_id = b.company_id and l.key_bunch_id = b.id)
        and not exists (select from movement_history m where m.company_id = b.company_id and m.key_bunch_id = b.id)
      union all
      select l.company_id, 'key set ' || l.key_bunch_id || ' was added, and is neither in the register nor in the archive'
      from audit_log l
      where l.action = 'create' and l.key_bunch_id is not null
        and not exists (select from key_bunches b where b.company_id = l.company_id and b.id = l.key_bunch_id)
        and not exists (select from archived_key_bunches a where a.company_id = l.company_id and a.original_id = l.key_bunch_id)`,
  },
  I13: {
    rule: 'a user has the rights and the email that the log gave them',
    sql: `select u.company_id, 'user ' || u.id || ' (' || u.email || '): ' || difference(l.after, state_of_user(u.company_id, u.id)) as what
      from users u cross join lateral (select after from audit_log
        where company_id = u.company_id and details ? 'userId' and details->>'userId' = u.id::text
          and action in ('user_create', 'user_edit', 'user_rights') order by seq desc limit 1) l
      where l.after <> state_of_user(u.company_id, u.id)
      union all
      select u.company_id, 'user ' || u.id || ' (' || u.email || ') is ' || u.role || ', and no entry in the log says who added them'
      from users u
      where u.company_id is not null and (u.role in ('super_admin', 'admin') or u.permissions || u.custom_permissions <> '{}')
        and u.id > (select min(id) from users first where first.company_id = u.company_id)
        and not exists (select from audit_log where company_id = u.company_id and details ? 'userId' and details->>'userId' = u.id::text
          and action in ('user_create', 'user_edit', 'user_rights'))`,
  },
  I14: {
    rule: 'an audit is as it was completed, and each set in it was seen by a scan of it',
    sql: `with recorded as (
        select distinct on (company_id, details->>'auditSessionId') company_id, (details->>'auditSessionId')::int as id,
          case action when 'audit_complete' then after end as after
        from audit_log where action in ('audit_complete', 'audit_undo') order by company_id, details->>'auditSessionId', seq desc
      ), compared as (
        select s.company_id, s.id, s.location_name, s.status, recorded.after as recorded, state_of_audit(s.company_id, s.id) as now
        from audit_sessions s left join recorded on recorded.company_id = s.company_id and recorded.id = s.id
        where s.status = 'completed' or recorded.after is not null)
      select company_id, 'audit ' || id || ' of ' || location_name || ': '
        || coalesce(difference(recorded, now), 'it is completed, and no entry in the log says so') as what
      from compared where recorded is distinct from now
      union all
      select e.company_id, 'audit ' || e.audit_session_id || ' counts key set ' || e.key_bunch_id || ' as seen by scan ' || e.seen_scan_id
        || ', which did not see it'
      from audit_expected e join audit_scans c on c.company_id = e.company_id and c.id = e.seen_scan_id
      where c.audit_session_id <> e.audit_session_id or c.key_bunch_id is distinct from e.key_bunch_id or c.scan_result <> 'found'`,
  },
  I15: {
    rule: 'a holder is as the log says, or as their account',
    sql: `with recorded as (
        select distinct on (company_id, details->>'holderId') company_id, (details->>'holderId')::int as id, after
        from audit_log where action in ('holder_create', 'holder_edit') order by company_id, details->>'holderId', seq desc)
      select h.company_id, 'holder ' || h.id || ' (' || h.name || '): ' || difference(recorded.after, state_of_holder(h.company_id, h.id)) as what
      from recorded join holders h on h.company_id = recorded.company_id and h.id = recorded.id
      where recorded.after <> state_of_holder(h.company_id, h.id)
      union all
      select h.company_id, 'holder ' || h.id || ' (' || h.name || ') is not named as their account, user ' || u.id
      from holders h join users u on u.company_id = h.company_id and u.id = h.user_id
      where h.name <> name_of_user(u) or h.email is distinct from u.email`,
  },
  I16: {
    rule: 'a photo is the one that the history names by its hash',
    sql: `select company_id, 'the photo of key set ' || key_bunch_id || ' is not the one whose hash is stored' as what from changed_photos()`,
  },
  // What is picked, and why, is not in the log; rounds hold nothing until they are used.
  I19: {
    rule: 'a reservation is as the log says, an issue or a handover took it, and its set knows when the last one ends',
    sql: `with logged as (
        select distinct on (company_id, details->>'reservationId') company_id, (details->>'reservationId')::int as id, key_bunch_id,
          jsonb_build_object('set', key_bunch_id, 'holder', (details->>'holderId')::int, 'from', micros((details->>'from')::timestamptz),
            'until', micros((details->>'until')::timestamptz), 'cancelled', action = 'reservation_cancelled') as said
        from audit_log where action in ('reservation_made', 'reservation_changed', 'reservation_cancelled')
        order by company_id, details->>'reservationId', seq desc
      ), took as (
        select distinct on (company_id, details->>'reservationId') company_id, (details->>'reservationId')::int as id, id as entry
        from movement_history where action_type in ('issue', 'handover') and details ? 'reservationId'
        order by company_id, details->>'reservationId', seq desc
      ), compared as (
        select r.company_id, r.id, r.key_bunch_id, l.said, r.taken_at, t.entry, jsonb_build_object('set', r.key_bunch_id, 'holder', r.holder_id,
          'from', micros(r.from_at), 'until', micros(r.to_at), 'cancelled', r.cancelled_at is not null) as now
        from reservations r left join logged l on l.company_id = r.company_id and l.id = r.id
          left join took t on t.company_id = r.company_id and t.id = r.id)
      select company_id, 'reservation ' || id || ' of key set ' || key_bunch_id || ': '
        || coalesce(difference(said, now), 'no entry in the log says who made it') as what
      from compared where said is distinct from now
      union all
      select company_id, 'reservation ' || id || ' of key set ' || key_bunch_id
        || case when entry is null then ' is taken, and no entry says by which issue' else ' is open, and entry ' || entry || ' took it' end
      from compared c
      where taken_at is not null and entry is null or taken_at is null and entry is not null
        and not exists (select from movement_history u where u.company_id = c.company_id and u.details ? 'undoes'
          and (u.details->>'undoes')::int = c.entry)
      union all
      select l.company_id, 'reservation ' || l.id || ' of key set ' || l.key_bunch_id || ' was made, and is gone'
      from logged l join key_bunches b on b.company_id = l.company_id and b.id = l.key_bunch_id
      where not exists (select from reservations r where r.company_id = l.company_id and r.id = l.id)
      union all
      select b.company_id, 'key set ' || b.id || ' "' || b.identifier || '" is reserved until ' || coalesce(b.reserved_until::text, '-')
        || ', its reservations end at ' || coalesce(o.until::text, '-')
      from key_bunches b left join (select company_id, key_bunch_id, max(to_at) as until from reservations
        where taken_at is null and cancelled_at is null group by 1, 2) o on o.company_id = b.company_id and o.key_bunch_id = b.id
      where b.reserved_until is distinct from o.until`,
  },
  // Of a kiosk that went with its location only its entries are left. Whether a code waits is not compared: it ends by itself.
  I21: {
    rule: 'a kiosk is as the log says last, and a tablet is bound exactly when the log says so',
    sql: `with said as (
        select distinct on (company_id, details->>'ofKiosk') company_id, (details->>'ofKiosk')::int as id,
          jsonb_build_object('location', location_id, 'name', details->>'name', 'types', details->'keyTypes', 'opens', details->>'opensAt',
            'closes', details->>'closesAt', 'revoked', action = 'kiosk_revoke') as state
        from audit_log where action in ('kiosk_create', 'kiosk_edit', 'kiosk_code', 'kiosk_revoke')
        order by company_id, details->>'ofKiosk', seq desc
      ), tablets as (
        select distinct on (company_id, details->>'ofKiosk') company_id, (details->>'ofKiosk')::int as id, action = 'kiosk_bind' as bound
        from audit_log where action in ('kiosk_bind', 'kiosk_leave', 'kiosk_revoke') order by company_id, details->>'ofKiosk', seq desc
      ), compared as (
        select k.company_id, k.id, k.name, s.state || jsonb_build_object('bound', coalesce(t.bound, false)) as said,
          jsonb_build_object('location', k.location_id, 'name', k.name, 'types', to_jsonb(k.key_types), 'opens', k.opens_at,
            'closes', k.closes_at, 'revoked', k.revoked_at is not null, 'bound', k.is_bound) as now
        from kiosks k left join said s on s.company_id = k.company_id and s.id = k.id
          left join tablets t on t.company_id = k.company_id and t.id = k.id)
      select company_id, 'kiosk ' || id || ' "' || name || '": ' || coalesce(difference(said, now), 'no entry in the log says who added it') as what
      from compared where said is distinct from now
      union all
      select s.company_id, 'kiosk ' || s.id || ' "' || (s.state->>'name') || '" was added, and is gone'
      from said s where not exists (select from kiosks k where k.company_id = s.company_id and k.id = s.id)
        and not exists (select from audit_log l where l.company_id = s.company_id and l.action = 'location_delete'
          and l.location_id = (s.state->>'location')::int)`,
  },
  // Questions without an answer are in the log alone.
  I22: {
    rule: 'an approval is as the log says, and the movement that it let happen names it with who approved, how, the set and the person',
    sql: `with used as (
        select company_id, (details->>'approvalId')::int as id, min(id) as entry, count(*) as times,
          jsonb_build_object('set', min(key_bunch_id), 'batch', min(batch_id::text), 'by', min((details->>'approvedById')::int),
            'name', min(details->>'approvedBy'), 'how', min(details->>'approvedHow'), 'reason', min(details->>'emergencyReason'),
            'holder', min((details->>'holderId')::int), 'due', min(micros((details->>'dueAt')::timestamptz))) as said
        from movement_history where action_type in ('issue', 'handover') and details ? 'approvalId' group by 1, 2
      ), logged as (
        select distinct on (company_id, details->>'approvalId') company_id, (details->>'approvalId')::int as id, action, key_bunch_id,
          (details->>'approvedById')::int as person
        from audit_log where action in ('approval_approved', 'approval_refused', 'approval_emergency')
        order by company_id, details->>'approvalId', seq desc
      ), compared as (
        select a.*, u.said, u.times, l.action, l.person, jsonb_build_object('set', a.key_bunch_id, 'batch', a.used_batch::text,
          'by', a.decided_by, 'name', a.decided_by_name, 'how', a.how, 'reason', a.emergency_reason, 'holder', a.holder_id,
          'due', micros(a.due_at)) as now
        from approvals a left join used u on u.company_id = a.company_id and u.id = a.id
          left join logged l on l.company_id = a.company_id and l.id = a.id)
      select company_id, 'approval ' || id || ' of key set ' || key_bunch_id || ': ' || case
          when said is null then 'it was used, and no movement names it'
          when used_batch is null then 'a movement names it, and it was not used'
          when times > 1 then times || ' movements name it' else difference(said, now) end as what
      from compared where kind <> 'switch_off' and (used_batch is not null) <> (said is not null) or times > 1
        or said is distinct from now and said is not null
      union all
      select company_id, 'approval ' || id || ' of key set ' || key_bunch_id || ' is ' || coalesce(case when approved then 'approved'
          when not approved then 'refused' when emergency_reason is not null then 'an emergency' end, 'open') || ', the log says '
        || coalesce(action || ' by user ' || coalesce(person::text, '-'), 'nothing')
      from compared where action is distinct from case when approved then 'approval_approved' when not approved then 'approval_refused'
          when emergency_reason is not null then 'approval_emergency' end
        or approved is not null and person is distinct from decided_by
      union all
      select u.company_id, 'entry ' || u.entry || ' names approval ' || u.id || ', which is gone'
      from used u join key_bunches b on b.company_id = u.company_id and b.id = (u.said->>'set')::int
      where not exists (select from approvals a where a.company_id = u.company_id and a.id = u.id)`,
  },
  // Answers of a handover that is open are in no entry; those of a closed one are in what was signed.
  I20: {
    rule: 'a room handover is as it was signed, its signatures are in the log, and its figures are those of the history',
    sql: `with closed as (
        select h.*, h.incoming_signed->'figures' as f from room_handovers h where h.incoming_hash is not null
      ), logged as (
        select company_id, (details->>'roomHandoverId')::int as id, action, max(details->>'sha256') as sha256
        from audit_log where action in ('room_handover_begin', 'room_handover_sign', 'room_handover_close') group by 1, 2, 3
      ), changes as (
        select m.company_id, m.seq, place.location, place.change from movement_history m,
          lateral (values (out_before(m), -1), (out_after(m), 1)) place (location, change)
        where out_before(m) is distinct from out_after(m) and place.location is not null
      ), marks as (
        select company_id, location_id, end_seq as seq, id, 0 as change from closed
        union all select company_id, location, seq, null, change from changes
      ), later as (
        select company_id, id, sum(change) over (partition by company_id, location_id order by seq desc, id nulls last
          rows unbounded preceding) as since from marks
      ), outs as (
        select company_id, location_id, count(*) as out from key_bunches where status = 'issued' group by 1, 2
      ), sums as (
        select c.company_id, c.id, jsonb_build_object('issued', coalesce(sum(change) filter (where line = 'issued'), 0),
          'returned', coalesce(-sum(change) filter (where line = 'returned'), 0), 'lost', coalesce(-sum(change) filter (where line = 'lost'), 0),
          'moved', coalesce(sum(change) filter (where line = 'moved'), 0), 'undone', coalesce(sum(change) filter (where line = 'undone'), 0),
          'late', coalesce(sum(change) filter (where line = 'late'), 0)) as f, coalesce(sum(change), 0) as change
        from closed c left join lateral (select room_line(m, c.shift_start) as line,
            (out_after(m) is not distinct from c.location_id)::int - (out_before(m) is not distinct from c.location_id)::int as change
          from movement_history m where m.company_id = c.company_id and m.seq > c.start_seq and m.seq <= c.end_seq
            and (m.from_location_id = c.location_id or m.to_location_id = c.location_id)) one on true group by 1, 2
      ), compared as (
        select c.company_id, c.id, c.f, s.f || jsonb_build_object('out', coalesce(o.out, 0) - l.since,
          'outAtStart', coalesce(o.out, 0) - l.since - s.change) as said
        from closed c join sums s using (company_id, id) join later l on l.company_id = c.company_id and l.id = c.id
          left join outs o on o.company_id = c.company_id and o.location_id = c.location_id)
      select company_id, 'room handover ' || id || ' was changed after the ' || side || ' person signed it' as what
      from room_handovers h cross join lateral (values ('outgoing', h.outgoing_hash, h.outgoing_signed), ('incoming', h.incoming_hash, h.incoming_signed))
        s (side, hash, signed)
      where s.hash is distinct from case when s.signed is not null then room_hash(h, s.side) end
      union all
      select h.company_id, 'room handover ' || h.id || case when l.id is null then ' is in no entry of the log'
        else ' has another signature than the log says' end
      from room_handovers h cross join lateral (values ('room_handover_begin', null::text, true), ('room_handover_sign', encode(h.outgoing_hash, 'hex'),
          h.outgoing_hash is not null), ('room_handover_close', encode(h.incoming_hash, 'hex'), h.incoming_hash is not null)) s (action, hash, is_due)
        left join logged l on l.company_id = h.company_id and l.id = h.id and l.action = s.action
      where s.is_due and (l.id is null or l.sha256 is distinct from s.hash)
      union all
      select l.company_id, 'room handover ' || l.id || ' was begun or signed, and is gone' from logged l
      where not exists (select from room_handovers h where h.company_id = l.company_id and h.id = l.id
        and (l.action = 'room_handover_begin' or l.action = 'room_handover_sign' and h.outgoing_hash is not null
          or l.action = 'room_handover_close' and h.incoming_hash is not null))
      union all
      select company_id, 'room handover ' || id || ': ' || difference(said, f - array['overdue', 'missing', 'short'])
      from compared where said <> f - array['overdue', 'missing', 'short']
      union all
      select company_id, 'room handover ' || id || ' has other figures, notes or numbers than were signed' from closed
      where figures is distinct from f or differences is distinct from (incoming_signed->>'differences')::int
        or end_seq is distinct from (incoming_signed->>'entry')::bigint or notes is distinct from incoming_signed->>'notes'
      union all
      select c.company_id, 'room handover ' || c.id || ' names another end of the history' from closed c
      where c.end_seq > 0 and not exists (select from movement_history m where m.company_id = c.company_id and m.seq = c.end_seq
        and encode(m.hash, 'hex') = c.incoming_signed->>'entryHash')`,
  },
} as const;
