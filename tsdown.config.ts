import { readFileSync } from 'node:fs';

import { defineConfig } from 'tsdown';

type Manifest = {
  name: string;
  exports: Record<string, string | { '@interpose/source'?: string }>;
};

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/** One entry per export: `./src/conformance/index.ts` is built to `dist/conformance/index.js`. */
const entry = Object.fromEntries(
  Object.values(manifest.exports).flatMap((target) => {
    const source = typeof target === 'string' ? undefined : target['@interpose/source'];
    if (source === undefined) return [];
    return [[source.replace(/^\.\/src\//, '').replace(/\.ts$/, ''), source]];
  }),
);

export default defineConfig({
  entry,
  format: 'esm',
  // Core runs anywhere: the neutral platform makes a static `node:` import an error.
  platform: manifest.name === '@interpose/core' ? 'neutral' : 'node',
  target: 'es2024',
  dts: true,
  fixedExtension: false,
  failOnWarn: true,
});
