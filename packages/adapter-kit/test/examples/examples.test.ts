import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import * as core from '@interpose/core';
import * as adapter from '@interpose/core/adapter';
import { describe, expect, test } from 'vitest';

import * as hosted from '../../src/hosted.ts';
import * as kit from '../../src/index.ts';

const root = join(import.meta.dirname, '../..');

const AsyncFunction = (async () => {}).constructor as new (
  ...parameters: string[]
) => (...values: unknown[]) => Promise<void>;

const examples = globSync('src/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts') && !path.includes('intercept'))
  .flatMap(examplesIn);

function examplesIn(path: string): (readonly [place: string, code: string])[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap((block) => {
    const [, after] = block[0].split(/@example\b/);
    if (after === undefined) return [];
    const lines = after.replace(/\*\/$/, '').split('\n');
    const code = lines.map((line) => line.replace(/^\s*\* ?/, '')).join('\n');
    const line = text.slice(0, block.index).split('\n').length;
    return [[`${path}:${line}`, code.replace(/^@\w[\s\S]*/m, '').trim()] as const];
  });
}

async function runExample(code: string): Promise<void> {
  const hooks = core.createHooks();
  const chat = await adapter.openChat(hooks, {
    host: { framework: 'docs', version: '1' },
    agent: { id: 'agent' },
  });
  const given: Record<string, unknown> = {
    ...core,
    ...adapter,
    ...kit,
    ...hosted,
    hooks,
    chat,
    expectSame,
  };
  const own = new Set(
    [...code.matchAll(/\b(?:const|let|function|class)\s+(\w+)/g)].map((match) => match[1]),
  );
  const names = Object.keys(given).filter((name) => !own.has(name));
  const held = code.replaceAll(/^(.+);[ ]*\/\/ => (.+)$/gm, 'expectSame($1, $2);');
  await new AsyncFunction(...names, stripTypeScriptTypes(held))(
    ...names.map((name) => given[name]),
  );
  await hooks.close();
}

function expectSame(actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(`the example gives ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
}

describe('every example', () => {
  test('is found', () => {
    expect(examples.length).toBeGreaterThan(40);
  });

  test.each(examples)('at %s runs', async (_, code) => {
    await expect(runExample(code)).resolves.toBeUndefined();
  });

  test('would fail with a wrong value in it', async () => {
    await expect(runExample('isDict([]); // => true')).rejects.toThrow('false, not true');
  });
});
