import { describe, expect, test } from 'vitest';

import { disposer } from './disposer.ts';

describe('a disposer', () => {
  test('does its work once, by call or by using', () => {
    let calls = 0;
    const dispose = disposer(() => void calls++);
    dispose();
    dispose();
    dispose[Symbol.dispose]();
    expect(calls).toBe(1);
  });

  test('works with using', () => {
    let calls = 0;
    {
      using _ = disposer(() => void calls++);
      expect(calls).toBe(0);
    }
    expect(calls).toBe(1);
  });

  test('has a ready promise only where there is a setup to wait for', () => {
    const ready = Promise.resolve();
    expect(disposer(() => undefined, ready).ready).toBe(ready);
    expect('ready' in disposer(() => undefined)).toBe(false);
  });

  test('that throws does not run again', () => {
    let calls = 0;
    const dispose = disposer(() => {
      calls++;
      throw new Error('broken');
    });
    expect(dispose).toThrow('broken');
    expect(dispose).not.toThrow();
    expect(calls).toBe(1);
  });
});
