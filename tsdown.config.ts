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

/**
 * What an app loads with every import of core, in one file and its errors in another: ten files took almost twice as
 * long to load. The errors are apart since small entries, such as the log, need nothing else.
 */
const CORE_CHUNKS = [
  { name: 'errors', test: /\/core\/src\/errors\/.*(?<!\.d)\.ts$/, priority: 2 },
  { name: 'core', test: /\/core\/src\/.*(?<!\.d)\.ts$/, priority: 1, minShareCount: 4 },
];

export default defineConfig({
  entry,
  format: 'esm',
  // Core runs anywhere: the neutral platform makes a static `node:` import an error.
  platform: manifest.name === '@interpose/core' ? 'neutral' : 'node',
  target: 'es2024',
  dts: true,
  outputOptions: {
    // Types carry the documentation. What bundlers read, such as `@__PURE__`, stays.
    comments: { jsdoc: false, legal: true, annotation: true },
    ...(manifest.name === '@interpose/core' ? { codeSplitting: { groups: CORE_CHUNKS } } : {}),
  },
  fixedExtension: false,
  failOnWarn: true,
});
