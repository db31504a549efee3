npx interpose diff --base base.ts --candidate next.ts .interpose/recordings
