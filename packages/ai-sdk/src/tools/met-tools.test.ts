import { createHooks } from '@interpose/core';
import { expect, test } from 'vitest';

import type { ChatRun } from '../run/host-run.ts';
import { hookTools } from './hook-tools.ts';

test('a tool that the app takes out of its set between two steps, and puts in again, is hooked again', () => {
  // The members of a run that hooked tools need.
  const run = { hooks: createHooks(), tools: undefined } as unknown as ChatRun;
  const search = { inputSchema: {}, execute: () => 'found' };
  const tools: Record<string, typeof search> = { search };
  const { hooked } = hookTools({ run, tools });
  delete tools['search'];
  run.tools?.meet();
  expect(Object.keys(hooked)).toEqual([]);
  tools['search'] = search;
  run.tools?.meet();
  expect(Object.keys(hooked)).toEqual(['search']);
  expect(hooked['search']?.execute).not.toBe(search.execute);
});

test('an entry of the approvals comes and goes with its tool, whatever its name', () => {
  // The members of a run that hooked tools need.
  const run = { hooks: createHooks(), tools: undefined } as unknown as ChatRun;
  const search = { inputSchema: {}, execute: () => 'found' };
  const tools = JSON.parse('{"__proto__":{"inputSchema":{}}}') as Record<string, typeof search>;
  const met = hookTools({ run, tools, approval: (name) => `asks about ${name}` });
  expect(Object.entries(met.approvals)).toEqual([['__proto__', 'asks about __proto__']]);
  expect(Object.keys(met.hooked)).toEqual(['__proto__']);
  tools['search'] = search;
  delete tools['__proto__'];
  run.tools?.meet();
  expect(Object.entries(met.approvals)).toEqual([['search', 'asks about search']]);
});
