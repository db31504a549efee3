#!/usr/bin/env node
import { writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Hooks } from '@interpose/core';
import { hooksOf, loadPolicyModule } from '@interpose/core/load';

import { hookArguments } from './hook-arguments.ts';
import { inPosture, runHook } from './run-hook.ts';

/** Writes the answer to standard output, and nothing else does: output of policies goes to standard error. */
const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

const { policies, posture, can, timeoutMs, problem } = hookArguments(process.argv.slice(2));
let hasAnswered = false;
/** The input, once it was read. */
let input: string | undefined;

/** Writes one answer and exits with 0, since callers take any other exit code for their own failure. */
function end(said: object): void {
  if (hasAnswered) return;
  hasAnswered = true;
  answer(`${JSON.stringify(said)}\n`, () => process.exit(0));
}

function fail(code: string, why: unknown): void {
  process.stderr.write(`interpose-hook: ${String(why)}\n`);
  end(inPosture(posture, code, input));
}

async function main(module: string): Promise<void> {
  let hooks: Hooks;
  try {
    hooks = await loadHooks(module);
  } catch (error) {
    fail('policies_unreadable', error);
    return;
  }
  input = await readInput();
  end(
    input === undefined
      ? inPosture(posture, 'malformed_input')
      : await runHook(input, hooks, { posture, can }),
  );
}

async function loadHooks(module: string): Promise<Hooks> {
  return hooksOf(await loadPolicyModule(pathToFileURL(resolve(module)).href, module), module);
}

const MAX_INPUT_BYTES = 1_048_576;

/** Reads the input; undefined if too long or no UTF-8: policies would judge another text than the caller has. */
async function readInput(): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_INPUT_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return undefined;
  }
}

// A policy that ends the process has not decided either.
process.on('exit', () => {
  process.exitCode = 0;
  if (!hasAnswered) writeSync(1, `${JSON.stringify(inPosture(posture, 'hook_failed', input))}\n`);
});
process.on('uncaughtException', (error) => fail('hook_failed', error));
process.on('unhandledRejection', (error) => fail('hook_failed', error));
setTimeout(() => fail('hook_timeout', `no decision within ${timeoutMs} ms`), timeoutMs);
if (policies === undefined) fail('invalid_option', problem);
else void main(policies);
