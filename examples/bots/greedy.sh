#!/bin/sh
# A bot in one jq program: it lays what scores most and takes the first card it may.
#   codex-naturalis arena "exec:sh examples/bots/greedy.sh" random
exec jq --unbuffered -c '
  if .type == "hello" then {type: "ready", name: "Greedy in jq"}
  elif .type == "ask" then
    .view as $view
    | (if $view.phase == "place"
       then [$view.legal, $view.previews] | transpose | max_by(.[1].points.points // 0) | .[0]
       else $view.legal[0] end) as $action
    | {type: "answer", ask: .ask, actions: [$action]}
  elif .type == "quit" then halt
  else empty end'
