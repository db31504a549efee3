import { stripTypeScriptTypes } from 'node:module';
import { isDeepStrictEqual } from 'node:util';

import * as adapter from '@interpose/core/adapter';
import * as core from '@interpose/core';
import * as codes from '@interpose/core/codes';
import * as load from '@interpose/core/load';
import * as log from '@interpose/core/log';
import * as register from '@interpose/core/register';
import * as remote from '@interpose/core/remote';
import * as trace from '@interpose/core/trace';

import type { Example } from './find-examples.ts';

const AsyncFunction = (async () => {}).constructor as new (
  ...parameters: string[]
) => (...values: unknown[]) => Promise<void>;

/** Runs an example and gives back what it printed; a `// => value` behind an expression is held to it. */
export async function runExample({ code }: Example): Promise<readonly string[]> {
  const hooks = core.createHooks();
  const printed: string[] = [];
  const print = (...values: unknown[]): void => void printed.push(values.map(String).join(' '));
  const chat = await adapter.openChat(hooks, {
    host: { framework: 'docs', version: '1' },
    agent: { id: 'agent' },
  });
  const given: Readonly<Record<string, unknown>> = {
    ...core,
    ...adapter,
    ...codes,
    ...load,
    ...log,
    ...register,
    ...remote,
    ...trace,
    hooks,
    chat,
    console: { log: print, debug: print, info: print, warn: print },
    expectSame,
  };
  const own = new Set(
    [...code.matchAll(/\b(?:const|let|function|class)\s+(\w+)/g)].map((match) => match[1]),
  );
  const names = Object.keys(given).filter((name) => !own.has(name));
  const body = stripTypeScriptTypes(withExpectations(code)).replaceAll(/^import\b[^;]*;/gm, '');
  await new AsyncFunction(...names, body)(...names.map((name) => given[name]));
  await hooks.close();
  return printed;
}

function withExpectations(code: string): string {
  return code.replaceAll(/^(.+);[ ]*\/\/ => (.+)$/gm, 'expectSame($1, $2);');
}

function expectSame(actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(`the example gives ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
}
