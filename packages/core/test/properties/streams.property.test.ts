import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createHooks, type Context, type Hooks } from '../../src/index.ts';
import { deltasLeft, textDelta, textLeft, textParts, type TestPart } from '../stream-step.ts';
import { streamThrough } from '../stream-through.ts';

const RUNS = { numRuns: 150, interruptAfterTimeLimit: 3000, markInterruptAsFailure: false };
const MARK = '#';

/** Texts in which secrets and their beginnings are frequent, cut anywhere. */
const chunks = fc.array(
  fc.oneof(
    fc.constantFrom('secret', 'sec', 'ret', 's', 'e', 'cr', 'et', 'ssecret', 'secretsecret', ''),
    fc.string({ maxLength: 4, unit: fc.constantFrom('s', 'e', 'c', 'r', 't', ' ', '😀') }),
  ),
  { maxLength: 12 },
);

const hide = (text: string): string => text.replaceAll('secret', MARK);

function hiding(options: object): Hooks {
  const hooks = createHooks();
  const hook = ({ delta }: Context<'onResponseDelta'>) => ({ delta: hide(delta) });
  hooks.addHook('onResponseDelta', hook, options);
  return hooks;
}

/** How much of a text may still become a secret. */
const unfinished = (pending: string): number => {
  for (let length = Math.min(5, pending.length); length > 0; length--)
    if ('secret'.startsWith(pending.slice(-length))) return length;
  return 0;
};

const windows = fc.oneof(
  fc.integer({ min: 5, max: 30 }).map((window) => ({ window })),
  fc.constant({ window: unfinished }),
  fc.constant({ window: 6, mode: 'enforce' }),
);

describe('any text, cut into any chunks', () => {
  test('leaves a window as wide as the match without a match, and is the hook applied to the whole', async () => {
    await fc.assert(
      fc.asyncProperty(chunks, windows, async (given, options) => {
        const left = await streamThrough(hiding(options), [textParts(...given)]);
        const text = textLeft(left);
        expect(text).not.toContain('secret');
        expect(text).toBe(hide(given.join('')));
        expect(left.at(-1)).toEqual({ kind: 'finish' });
      }),
      RUNS,
    );
  });

  test('leaves no part of it before every hook that may withhold the response has seen it all', async () => {
    await fc.assert(
      fc.asyncProperty(chunks, fc.boolean(), async (given, denies) => {
        const hooks = createHooks();
        const seen: string[] = [];
        hooks.addHook('onResponse', ({ response }) => {
          seen.push(
            response.content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
          );
          return denies ? { decision: 'deny', reason: 'no' } : undefined;
        });
        const text = textLeft(await streamThrough(hooks, [textParts(...given)]));
        expect(seen).toEqual([given.join('')]);
        expect(text).toBe(denies ? '' : given.join(''));
      }),
      RUNS,
    );
  });

  test('makes the round trip by identity where nothing changes it, in every mode', async () => {
    const modes = fc.constantFrom('pass', 'window', 'buffer');
    await fc.assert(
      fc.asyncProperty(chunks, modes, async (given, mode) => {
        const hooks = createHooks();
        if (mode === 'pass') hooks.observe('onResponse', () => undefined);
        if (mode === 'window') hooks.addHook('onResponseDelta', () => undefined);
        if (mode === 'buffer') hooks.addHook('onResponse', () => undefined);
        const told = given.filter((chunk) => chunk !== '');
        const parts: TestPart[] = [...textParts(...told), { kind: 'content' }];
        const left = await streamThrough(hooks, [parts]);
        expect(left).toHaveLength(parts.length);
        expect(parts.every((part) => left.includes(part))).toBe(true);
        expect(textLeft(left)).toBe(given.join(''));
      }),
      RUNS,
    );
  });

  test('keeps blocks that are interleaved apart', async () => {
    const pieces = fc.array(
      fc.tuple(fc.constantFrom('1', '2'), fc.constantFrom('sec', 'ret', 'x')),
      {
        maxLength: 12,
      },
    );
    await fc.assert(
      fc.asyncProperty(pieces, async (given) => {
        const left = await streamThrough(hiding({ window: 6 }), [
          given.map(([id, text]) => textDelta(text, id)),
        ]);
        for (const block of ['1', '2']) {
          const own = left.filter(
            (part) => 'kind' in part && part.kind === 'delta' && part.id === block,
          );
          const whole = given.map(([id, text]) => (id === block ? text : '')).join('');
          expect(deltasLeft(own).join('')).toBe(hide(whole));
        }
      }),
      RUNS,
    );
  });
});
