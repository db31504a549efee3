import type { Tool } from '@interpose/core';

import { byName } from './by-name.ts';
import { stateless } from '../text/stateless.ts';
import type { ArgumentGuard, Refusal, ToolRule } from './tool-rule.ts';
import type { TrackTaintOptions } from './track-taint-options.ts';

/** A tool's rule with nothing left open. */
export interface WholeRule {
  readonly reads: NonNullable<ToolRule['reads']>;
  readonly asksFor: RegExp | undefined;
  readonly delegates: RegExp | undefined;
  readonly guardOf: (argument: string) => ArgumentGuard | undefined;
  /** False where no argument is guarded and nothing has to be asked for: every call passes. */
  readonly isGuarded: boolean;
  readonly onTainted: Refusal;
  readonly onUnrequested: Refusal | 'allow';
}

/** Finds the rule of a tool: as declared, else by its annotations, else the strictest. */
export function rulesOfTools(options: TrackTaintOptions): (tool: Tool) => WholeRule {
  const declared = byName(options.tools ?? {});
  const made = new Map<string, WholeRule>();
  return (tool) => {
    const rule = declared(tool.name);
    const reads = (rule?.effect ?? hinted(tool, options)) === 'none';
    const key = `${reads} ${tool.name}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const whole = complete(rule ?? {}, reads, options);
    if (made.size < MOST_NAMES) made.set(key, whole);
    return whole;
  };
}

/** A model may make up any number of names. */
const MOST_NAMES = 10_000;

function hinted({ annotations }: Tool, options: TrackTaintOptions): 'none' | 'write' {
  return options.annotations !== 'ignored' && annotations?.readOnlyHint === true ? 'none' : 'write';
}

const guardKinds = {
  trusted: { must: 'be-trusted' },
  untainted: { must: 'be-untainted' },
  free: undefined,
} as const;

function complete(rule: ToolRule, isReading: boolean, options: TrackTaintOptions): WholeRule {
  const guards = new Map(Object.entries(rule.guards ?? (isReading ? {} : { '*': 'untainted' })));
  const guardOf = (argument: string): ArgumentGuard | undefined => {
    const guard = guards.get(argument) ?? guards.get('*') ?? 'free';
    return typeof guard === 'string' ? guardKinds[guard] : guard;
  };
  return {
    reads: rule.reads ?? 'untrusted',
    asksFor: rule.asksFor === undefined ? undefined : stateless(rule.asksFor),
    delegates: options.delegates === undefined ? undefined : stateless(options.delegates),
    guardOf,
    isGuarded: rule.asksFor !== undefined || guards.size > 0,
    onTainted: rule.onTainted ?? options.onTainted ?? 'deny',
    onUnrequested: rule.onUnrequested ?? options.onUnrequested ?? 'deny',
  };
}
