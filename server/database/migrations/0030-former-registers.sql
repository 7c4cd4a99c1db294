-- Registers of former companies that were brought into this one: what their servers signed, line by line, and never changed
-- (docs/decisions/0072-everything-comes-back.md).

create table former_registers (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  name text not null check (char_length(name) between 1 and 255),
  exported_at timestamptz not null,
  -- The fingerprint of the key that signed, and the key itself in PEM.
  key text not null check (key ~ '^[0-9a-f]{32}$'),
  public_key text not null check (char_length(public_key) <= 1000),
  -- statement.json of its export, without the line feed.
  statement text not null check (char_length(statement) <= 20000000),
  imported_by integer not null default own_user(),
  imported_at timestamptz not null default clock(),
  primary key (company_id, id),
  foreign key (company_id, imported_by) references users (company_id, id)
);

alter table former_registers enable row level security;
create policy own on former_registers to keyhold_app
  using (company_id = (select own_company()))
  with check (company_id = (select own_company()));
grant select, insert on former_registers to keyhold_app;

-- A line of a file, without the line feed. When it happened, and which of today's sets and locations it is about; both by value, as in the
-- history.
create table former_entries (
  company_id integer not null default own_company() references companies (id),
  register_id integer not null,
  file text not null check (file in ('movements', 'log', 'audits', 'receipts', 'room-handovers', 'anchors')),
  line integer not null check (line > 0),
  text text not null,
  at timestamptz,
  key_bunch_id integer,
  batch_id uuid,
  location_ids integer[] not null default '{}',
  primary key (company_id, register_id, file, line),
  foreign key (company_id, register_id) references former_registers (company_id, id)
);
create index former_entries_bunch on former_entries (company_id, key_bunch_id, register_id, at, file, line)
  where key_bunch_id is not null;
create index former_entries_room on former_entries (company_id, register_id, at, line)
  where file = 'room-handovers' and at is not null;
create index former_entries_receipt on former_entries (company_id, batch_id, register_id) where file = 'receipts';

alter table former_entries enable row level security;
create policy seen on former_entries for select to keyhold_app
  using (company_id = (select own_company())
    and ((select own_locations()) is null or location_ids && (select own_locations())::int[]));
create policy written on former_entries for insert to keyhold_app
  with check (company_id = (select own_company()));
grant select, insert on former_entries to keyhold_app;

-- Whether a register was as it was signed, each time that this was checked.
create table former_checks (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  register_id integer not null,
  is_sealed boolean not null,
  checked_at timestamptz not null default clock(),
  primary key (company_id, id),
  foreign key (company_id, register_id) references former_registers (company_id, id)
);

alter table former_checks enable row level security;
create policy own on former_checks to keyhold_app
  using (company_id = (select own_company()))
  with check (company_id = (select own_company()));
grant select, insert on former_checks to keyhold_app;

create trigger append_only before update or delete on former_registers for each row execute function refuse_rewriting();
create trigger append_only before update or delete on former_entries for each row execute function refuse_rewriting();
create trigger append_only before update or delete on former_checks for each row execute function refuse_rewriting();
create trigger never_emptied before truncate on former_registers execute function refuse_rewriting();
create trigger never_emptied before truncate on former_entries execute function refuse_rewriting();
create trigger never_emptied before truncate on former_checks execute function refuse_rewriting();
