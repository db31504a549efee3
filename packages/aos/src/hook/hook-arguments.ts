import { parseArgs } from 'node:util';

import type { Verb } from '@interpose/core';

import { LONGEST_TIMER_MS } from '../client/check-address.ts';
import type { RunHookOptions } from './run-hook.ts';

/** The arguments of the command; `problem` says why they are invalid. */
export interface HookArguments extends RunHookOptions {
  readonly policies: string | undefined;
  readonly timeoutMs: number;
  readonly problem: string | undefined;
}

const USAGE =
  'usage: interpose-hook --policies <module> [--on-failure deny|allow] [--can allow,deny,modify] [--timeout <ms>]';

/** Reads the words after the command's name. If they are invalid, the strictest choice is returned. */
export function hookArguments(words: readonly string[]): HookArguments {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        policies: { type: 'string' },
        'on-failure': { type: 'string', default: 'deny' },
        can: { type: 'string', default: 'allow,deny' },
        timeout: { type: 'string', default: '10000' },
      },
    });
    const { policies, can, timeout, 'on-failure': posture } = values;
    const timeoutMs = Math.min(Number(timeout), LONGEST_TIMER_MS);
    const isRight = (posture === 'deny' || posture === 'allow') && timeoutMs > 0;
    if (!isRight || policies === undefined) return strictest();
    return { policies, posture, timeoutMs, can: can.split(',') as Verb[], problem: undefined };
  } catch {
    return strictest();
  }
}

function strictest(): HookArguments {
  const can = ['allow', 'deny'] as const;
  return { policies: undefined, posture: 'deny', timeoutMs: 10_000, can, problem: USAGE };
}
