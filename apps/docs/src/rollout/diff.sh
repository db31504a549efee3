npx interpose diff --candidate next.ts .interpose/recordings
