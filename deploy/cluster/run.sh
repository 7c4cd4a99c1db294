#!/bin/sh
# run etcd|node|pooler|proxy|prepare: one part of the cluster, its template filled with the variables of the container.
set -eu
fill() { envsubst < "/etc/keyhold/$1" > "/tmp/$1"; }
case "$1" in
  etcd)
    exec etcd --name "$NAME" --data-dir /data/etcd --listen-client-urls http://0.0.0.0:2379 \
      --advertise-client-urls "http://$NAME:2379" --listen-peer-urls http://0.0.0.0:2380 \
      --initial-advertise-peer-urls "http://$NAME:2380" --initial-cluster "$MEMBERS" --initial-cluster-state new ;;
  node)
    fill patroni.yml
    exec patroni /tmp/patroni.yml ;;
  pooler)
    fill pgbouncer.ini
    printf '"keyhold" "%s"\n' "$KEYHOLD_PASSWORD" > "$FOLDER/users.txt"
    exec pgbouncer /tmp/pgbouncer.ini ;;
  proxy)
    exec haproxy -db -f /etc/keyhold/haproxy.cfg ;;
  prepare)
    # Once the primary answers: the database, the login and the two roles, as docs/operating.md asks for.
    until psql -Atc 'select 1' > /dev/null 2>&1; do sleep 1; done
    psql -v ON_ERROR_STOP=1 -v "password=$KEYHOLD_PASSWORD" <<'SQL'
select 'create role keyhold login noinherit' where not exists (select from pg_roles where rolname = 'keyhold') \gexec
alter role keyhold password :'password';
select 'create role keyhold_owner nologin noinherit' where not exists (select from pg_roles where rolname = 'keyhold_owner') \gexec
select 'create role keyhold_app nologin noinherit' where not exists (select from pg_roles where rolname = 'keyhold_app') \gexec
grant keyhold_owner, keyhold_app to keyhold;
select 'create database keyhold' where not exists (select from pg_database where datname = 'keyhold') \gexec
\connect keyhold
revoke all on schema public from public;
grant usage, create on schema public to keyhold_owner;
grant usage on schema public to keyhold_app;
SQL
    ;;
  *) echo "run etcd|node|pooler|proxy|prepare" >&2; exit 2 ;;
esac
