#!/bin/sh
# Sends generated requests to every operation of a server of its own, by its OpenAPI document: no answer may be a fault of the
# server (5xx), and each must be as the document says: status, media type, schema. As a visitor, a guest, a person, and a
# moderator; first with names and ids that are made up, then with such that exist. Needs curl, schemathesis
# (pip install schemathesis==4.32.5) and a program: cargo build. The last line is the number of requests.
#
#     crates/server/tests/schemathesis.sh [PROGRAM]
set -eu
program=$(realpath "${1:-target/debug/saffron}")
folder=$(mktemp -d)
server=
stop() {
    [ -z "$server" ] || { kill "$server"; wait "$server" || true; }
    server=
}
trap 'stop; rm -r "$folder"' EXIT
# schemathesis keeps its failures where it runs.
cd "$folder"
start() {
    : > "$folder/out"
    "$program" serve --listen 127.0.0.1:0 --data "$folder/data" --no-quotas --log error > "$folder/out" 2>> "$folder/log" &
    server=$!
    until url=$(sed -n 's/^Saffron is ready: //p' "$folder/out") && [ -n "$url" ]; do
        kill -0 "$server"
        sleep 0.1
    done
}
# post COOKIE PATH BODY: the cookie that the answer sets goes to $folder/cookie, its body to standard output.
post() {
    curl -s -f -D "$folder/head" -X POST -H "Cookie: $1" -H 'Content-Type: application/json' -d "$3" "$url$2"
    tr -d '\r' < "$folder/head" | sed -n 's/^set-cookie: \([^;]*\).*/\1/Ip' > "$folder/cookie"
}
# The first value of a field in JSON.
field() {
    sed "s/.*\"$1\":\"\([^\"]*\)\".*/\1/"
}
register() {
    post '' /api/account/register "{\"name\":\"$1\",\"password\":\"a kitchen with 7 lamps\"}" > "$folder/answer"
    cat "$folder/cookie"
}

start
anna=$(register Anna)
berta=$(register Berta)
moderator=$(register Clara)
post '' /api/guest '{}' > "$folder/answer"
guest=$(cat "$folder/cookie")
stop
"$program" admin --data "$folder/data" user moderator Clara
start

# A game that runs, a challenge and a seek that are open, a line of a chat, a report.
offer='"offer":{"variant":"glinski","control":{"kind":"correspondence","days":14},"rated":false,"side":"white"}'
challenge=$(post "$anna" /api/challenges "{$offer}" | field id)
game=$(post "$berta" "/api/challenges/$challenge/accept" '{}' | field game)
challenge=$(post "$berta" /api/challenges "{$offer,\"to\":\"Anna\"}" | field id)
seek=$(post "$berta" /api/seeks "{$offer}" | sed 's/.*"seek":{"id":"\([^"]*\)".*/\1/')
post "$anna" "/api/games/$game/chat/players" '{"text":"hello"}' > "$folder/answer"
post "$anna" /api/users/Berta/report '{"reason":"stalling","text":"She left.","game":null}' > "$folder/answer"
printf '[parameters]\n"path.name" = "Berta"\n"path.variant" = "glinski"\n"path.speed" = "blitz"\n' > "$folder/existing.toml"
for each in "games $game" "challenges $challenge" "seeks $seek"; do
    printf '[[operations]]\ninclude-path-regex = "^/api/%s/.id."\nparameters = { "path.id" = "%s" }\n' $each
done >> "$folder/existing.toml"
: > "$folder/none.toml"

status=0
checks=not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance
checks=$checks,response_schema_conformance
# Without what would end the session or give it another token.
keep_session="--exclude-path /api/account/register --exclude-path /api/account/sign-in --exclude-path /api/account/sign-out \
    --exclude-path /api/account/erase --exclude-path /api/account/close --exclude-path /api/account/sessions/{id}"
check() {
    for values in none existing; do
        schemathesis --config-file "$folder/$values.toml" run "$url/api/openapi.json" --phases examples,coverage,fuzzing \
            --checks "$checks" --generation-deterministic --max-examples 20 --warnings off --exclude-path /api/socket \
            --exclude-path /readyz "$@" > "$folder/report" || status=$?
        cat "$folder/report"
        sed -n 's/^ *\([0-9]*\) generated.*/\1/p' "$folder/report" >> "$folder/counts"
    done
}
check
check --header "Cookie: $guest" $keep_session
check --header "Cookie: $anna" $keep_session
check --header "Cookie: $moderator" $keep_session
[ ! -s "$folder/log" ] || { cat "$folder/log"; status=1; }
echo "$(($(paste -sd+ "$folder/counts"))) requests"
exit $status
