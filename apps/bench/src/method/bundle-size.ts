import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { rolldown } from 'rolldown';

const ENTRY = '\0entry';
const PACKAGE = /^@interpose\//;

/** Bytes of what this module text pulls in: bundled, tree-shaken, minified, gzipped. */
export async function bundleSize(entry: string): Promise<number> {
  const bundle = await rolldown({
    input: 'entry',
    platform: 'neutral',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => {
          if (id === 'entry') return ENTRY;
          return PACKAGE.test(id) ? fileURLToPath(import.meta.resolve(id)) : undefined;
        },
        load: (id) => (id === ENTRY ? entry : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const code = output.map((piece) => (piece.type === 'chunk' ? piece.code : '')).join('');
  return gzipSync(code, { level: 9 }).byteLength;
}
