import { createHooks, type Hooks } from '@interpose/core';

import { makeHooks } from './make-hooks.ts';

/** A registry with this many synchronous hooks on every chunk, none of which holds text back. */
export async function deltaHooks(count: number): Promise<Hooks> {
  const hooks = createHooks();
  const perChunk = await makeHooks(
    'sync',
    count,
    (index) => `ctx.delta.length === ${1000 + index}`,
  );
  for (const hook of perChunk) hooks.addHook('onResponseDelta', hook as never);
  return hooks;
}

const SECRET = /sk-[a-z0-9]{16}/;
const LONGEST = 19;

/** A registry with one policy that withholds a key, holding back only what may still become one. */
export function secretHook(): Hooks {
  const hooks = createHooks();
  hooks.addHook(
    'onResponseDelta',
    ({ delta }) => (SECRET.test(delta) ? { delta: delta.replace(SECRET, '[secret]') } : undefined),
    { name: 'no-keys', window: heldBack },
  );
  return hooks;
}

/** How many of the last characters may still grow into a key. */
function heldBack(pending: string): number {
  const start = pending.lastIndexOf('s', pending.length - 1);
  if (start === -1 || pending.length - start >= LONGEST) return 0;
  return /^s(?:k(?:-[a-z0-9]*)?)?$/.test(pending.slice(start)) ? pending.length - start : 0;
}
