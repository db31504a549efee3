import { definePolicy } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { redactPersonal } from '../redact-personal/index.ts';
import { redactSecrets } from '../redact-secrets/index.ts';
import { redactWith } from './index.ts';

const key = `sk-proj-${'a1B2c3D4e5'.repeat(5)}`;

describe('redactWith', () => {
  test('hides what each policy finds, in values of any depth', () => {
    const redact = redactWith([redactSecrets(), redactPersonal()]);
    const shown = redact({ to: ['ann@mail.example'], note: { text: `use ${key}` }, cents: 5 });
    expect(shown).toMatchObject({ to: ['<EMAIL_ADDRESS>'], cents: 5 });
    expect(JSON.stringify(shown)).not.toContain(key);
  });

  class Note extends String {}

  test.each([
    ['redactSecrets', redactSecrets(), new String(`use ${key}`), key],
    ['redactPersonal', redactPersonal(), new Note('write to ann@mail.example'), 'ann@mail.example'],
    ['redactPersonal', redactPersonal(), new Number(4111111111111111), '4111111111111111'],
  ])('hides what %s finds in an object that holds one text or number', (_, policy, held, found) => {
    const redact = redactWith([policy]);
    const other = new String('nothing to hide');
    const shown = redact({ list: [held], other });
    expect(JSON.stringify(shown)).not.toContain(found);
    expect(JSON.stringify(redact(held))).not.toContain(found);
    expect(shown.other).toBe(other);
  });

  test('looks into an object that only calls itself one of those', () => {
    const odd = { [Symbol.toStringTag]: 'String', to: 'ann@mail.example' };
    expect(redactWith([redactPersonal()])(odd)).toMatchObject({ to: '<EMAIL_ADDRESS>' });
  });

  test('gives back the same value where nothing is found', () => {
    const value = { text: 'nothing to hide' };
    expect(redactWith([redactPersonal()])(value)).toBe(value);
  });

  test('refuses policies that redact nothing', () => {
    const other = definePolicy({ name: 'other', hooks: {} });
    for (const policies of [[], [other], undefined])
      expect(() => redactWith(policies as never)).toThrow('[invalid_option]');
  });
});
