#!/usr/bin/env node
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { createHooks, type Hooks, type Policy } from '@interpose/core';

import { hookArguments } from './hook-arguments.ts';
import { inPosture, runHook } from './run-hook.ts';

/** The only thing that may be written there: what policies print goes to standard error. */
const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

const { policies, posture, can, timeoutMs, problem } = hookArguments(process.argv.slice(2));
let hasAnswered = false;

/** Says one thing and ends well, since callers take another exit code for a failure of their own. */
function end(said: object): void {
  if (hasAnswered) return;
  hasAnswered = true;
  answer(`${JSON.stringify(said)}\n`, () => process.exit(0));
}

function fail(code: string, why: unknown): void {
  process.stderr.write(`interpose-hook: ${String(why)}\n`);
  end(inPosture(posture, code));
}

async function main(module: string): Promise<void> {
  let hooks: Hooks;
  try {
    hooks = await loadHooks(module);
  } catch (error) {
    fail('policies_unreadable', error);
    return;
  }
  const text = await readInput();
  end(
    text === undefined
      ? inPosture(posture, 'malformed_input')
      : await runHook(text, hooks, { posture, can }),
  );
}

/** The default export is a policy, a list of policies, or hooks. */
async function loadHooks(module: string): Promise<Hooks> {
  const loaded = (await import(pathToFileURL(resolve(module)).href)) as { default?: unknown };
  const given = loaded.default;
  if (typeof given === 'object' && given !== null && 'dispatch' in given) return given as Hooks;
  const hooks = createHooks({ policies: (Array.isArray(given) ? given : [given]) as Policy[] });
  await hooks.ready();
  return hooks;
}

const MAX_INPUT_BYTES = 1_048_576;

async function readInput(): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_INPUT_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

process.on('uncaughtException', (error) => fail('hook_failed', error));
process.on('unhandledRejection', (error) => fail('hook_failed', error));
setTimeout(() => fail('hook_timeout', `no decision within ${timeoutMs} ms`), timeoutMs);
if (policies === undefined) fail('invalid_option', problem);
else void main(policies);
