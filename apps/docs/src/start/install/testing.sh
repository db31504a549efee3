npm install --save-dev @interpose/testing vitest
