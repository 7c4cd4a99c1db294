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
    # Once the primary answers: the database and the login, which owns nothing; the roles and the schema are made by `migrate`.
    # A proxy that has just started may lead to the standby until its first checks are through.
    until [ "$(psql -Atc 'select pg_is_in_recovery()' 2> /dev/null)" = f ]; do sleep 1; done
    sleep 3
    psql -v ON_ERROR_STOP=1 -v "password=$KEYHOLD_PASSWORD" <<'SQL'
select 'create role keyhold login noinherit' where not exists (select from pg_roles where rolname = 'keyhold') \gexec
alter role keyhold password :'password';
select 'create database keyhold' where not exists (select from pg_database where datname = 'keyhold') \gexec
SQL
    ;;
  *) echo "run etcd|node|pooler|proxy|prepare" >&2; exit 2 ;;
esac
