import type { FilePart } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { redactPersonal } from '../../../redact-personal/index.ts';

expect.extend(policyMatchers);

const written = btoa('write to ann@mail.example');
const hidden = btoa('write to <EMAIL_ADDRESS_1>');

function asked(url: string, mediaType: string) {
  const content: readonly FilePart[] = [{ type: 'file', mediaType, url }];
  const request = { messages: [{ role: 'user' as const, content }] };
  return tryPolicy(redactPersonal(), 'preRequest', { request });
}

describe('a file whose address holds its content', () => {
  test.each([
    [`data:text/plain;base64,${written}`, 'text/plain', 'text/plain'],
    [`DATA:text/csv;charset=utf-8; Base64,${written}`, 'image/*', 'text/csv;charset=utf-8'],
    [`data:application/octet-stream;base64,${written}`, 'text/csv', 'application/octet-stream'],
    ['data:text/plain,write%20to%20ann%40mail.example', 'text/plain', 'text/plain'],
    [`data:;base64,${written}`, 'image/*', ''],
    ['data:,write to ann@mail.example', 'application/octet-stream', ''],
  ])('%s as %s is searched', async (url, mediaType, type) => {
    const { value } = await asked(url, mediaType);
    const content = [{ type: 'file', mediaType, url: `data:${type};base64,${hidden}` }];
    expect(value.messages).toEqual([{ role: 'user', content }]);
  });

  test.each([`data:image/png;base64,${written}`, `data:text/plain;base64,${btoa('hello')}`])(
    '%s stays as it is',
    async (url) => {
      expect(await asked(url, 'image/*')).toAllow();
    },
  );

  test.each(['data:text/plain,ann%4', 'data:text/plain;base64,ann@mail.example'])(
    '%s cannot be read, and is denied',
    async (url) => {
      expect(await asked(url, 'text/plain')).toDeny({ code: 'hook_failed' });
    },
  );
});
