#!/bin/sh
# As the entry of the published image of PostgreSQL, as far as deploy/compose.yaml needs it.
set -eu
data=/var/lib/postgresql/18/docker
if [ ! -s "$data/PG_VERSION" ]; then
  mkdir -p "$data"
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
  chown -R postgres /var/lib/postgresql /tmp/password
  su postgres -c "/native/bin/initdb -D $data -U $POSTGRES_USER --pwfile=/tmp/password --auth-host=scram-sha-256 -E UTF8 >/dev/null"
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  su postgres -c "echo 'CREATE DATABASE $POSTGRES_DB' | /native/bin/postgres --single -D $data postgres >/dev/null"
fi
exec su postgres -c "exec /native/bin/postgres -D $data -c listen_addresses='*' -c unix_socket_directories=/tmp"
