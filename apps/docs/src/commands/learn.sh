npx interpose learn runs.jsonl --where good=true
