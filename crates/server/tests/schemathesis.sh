#!/bin/sh
# Sends generated requests to every operation of a server of its own, by its OpenAPI document: no answer may be a fault of the
# server (5xx). Needs schemathesis (pip install schemathesis==4.32.5) and a program: cargo build.
#
#     crates/server/tests/schemathesis.sh [PROGRAM]
set -eu
program=${1:-target/debug/saffron}
folder=$(mktemp -d)
"$program" serve --listen 127.0.0.1:0 --data "$folder" --no-quotas --log error > "$folder/out" 2> "$folder/log" &
server=$!
trap 'kill $server; wait $server || true; rm -r "$folder"' EXIT
until url=$(sed -n 's/^Saffron is ready: //p' "$folder/out") && [ -n "$url" ]; do
    kill -0 $server
    sleep 0.1
done
status=0
check() {
    schemathesis run "$url/api/openapi.json" --phases examples,coverage,fuzzing --checks not_a_server_error \
        --generation-deterministic --max-examples 20 --exclude-path /api/socket --exclude-path /readyz "$@" || status=$?
}
# Without a session, then as a guest: without what would end the session or give it another token.
check
cookie=$(curl -s -D - -o /dev/null -X POST "$url/api/guest" | tr -d '\r' | sed -n 's/^set-cookie: \([^;]*\).*/\1/Ip')
check --header "Cookie: $cookie" --exclude-path /api/account/register --exclude-path /api/account/sign-in \
    --exclude-path /api/account/sign-out --exclude-path /api/account/erase --exclude-path /api/account/close \
    --exclude-path '/api/account/sessions/{id}'
cat "$folder/log"
exit $status
