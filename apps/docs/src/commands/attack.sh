npx interpose attack runs.jsonl --policies learned.yaml
