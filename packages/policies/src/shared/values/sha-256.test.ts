import fc from 'fast-check';
import { expect, test } from 'vitest';

import { sha256, webSha256 } from './sha-256.ts';

test('Node and the web digest every text and all bytes alike', async () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\ud800 half a pair'));
  const bytes = fc.uint8Array();
  await fc.assert(
    fc.asyncProperty(texts, bytes, async (text, content) => {
      expect(await sha256(text)).toBe(await webSha256(text));
      expect(await sha256(content)).toBe(await webSha256(content));
      expect(await sha256(content.buffer)).toBe(await webSha256(content));
    }),
  );
});
