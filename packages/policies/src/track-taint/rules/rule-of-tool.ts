import { readReceipt } from '../sources/read-receipt.ts';
import type { Tool } from '@interpose/core';

import { askedWords } from './asked-words.ts';
import { byName } from './by-name.ts';
import { stateless } from '../text/stateless.ts';
import type { ArgumentGuard, Refusal, ToolRule } from './tool-rule.ts';
import { toolVerb } from './tool-verb.ts';
import type { TrackTaintOptions } from './track-taint-options.ts';
import { wholeGuard, type WholeGuard } from './whole-guard.ts';

/** The rule of a tool with all defaults. */
export interface WholeRule {
  readonly reads: NonNullable<ToolRule['reads']>;
  readonly asksFor: RegExp | undefined;
  readonly whose: NonNullable<ToolRule['whose']>;
  readonly delegates: RegExp | undefined;
  readonly guardOf: (argument: string) => WholeGuard | undefined;
  /** False if no argument is guarded and no request is needed: every call passes. */
  readonly isGuarded: boolean;
  /** True if the app declares nothing about the tool. */
  readonly isUnlabelled: boolean;
  readonly onTainted: Refusal;
  readonly onUnrequested: Refusal | 'allow';
}

/** Finds the rule of a tool: the declared one, else from its annotations and the words of its name. */
export function rulesOfTools(options: TrackTaintOptions): (tool: Tool) => WholeRule {
  const declared = byName(options.tools ?? {});
  const made = new Map<string, WholeRule>();
  return (tool) => {
    const rule = declared(tool.name);
    const isReading = (rule?.effect ?? hinted(tool, options)) === 'none';
    const key = `${isReading} ${tool.annotations?.readOnlyHint} ${tool.name}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const whole =
      rule === undefined
        ? unlabelled(tool, isReading, options)
        : complete(rule, isReading, options);
    if (made.size < MOST_NAMES) made.set(key, whole);
    return whole;
  };
}

/** The most names to remember, because a model can make up any number of names. */
const MOST_NAMES = 10_000;

function hinted({ annotations }: Tool, options: TrackTaintOptions): 'none' | 'write' {
  return options.annotations !== 'ignored' && annotations?.readOnlyHint === true ? 'none' : 'write';
}

/** Makes the rule of a tool that the app does not declare. A hint that the tool writes counts more than its name. */
function unlabelled(tool: Tool, isReading: boolean, options: TrackTaintOptions): WholeRule {
  const verb = toolVerb(tool.name);
  const isNameBelieved =
    options.annotations !== 'ignored' && tool.annotations?.readOnlyHint !== false;
  const reads = isReading || (isNameBelieved && verb.effect === 'none');
  const guard: ArgumentGuard = {
    must: reads ? 'lead-nowhere' : 'fit-its-shape',
    remember: 'session',
  };
  const rule: ToolRule = {
    guards: { '*': guard },
    ...(reads ? {} : { reads: readReceipt }),
    ...(reads || verb.asksFor === undefined ? {} : { asksFor: verb.asksFor }),
  };
  return { ...complete(rule, reads, options), isUnlabelled: true };
}

function complete(rule: ToolRule, isReading: boolean, options: TrackTaintOptions): WholeRule {
  const rest = wholeGuard(isReading ? 'free' : 'untainted');
  const given = Object.entries(rule.guards ?? {});
  const guards = new Map(given.map(([argument, guard]) => [argument, wholeGuard(guard)]));
  const guardOf = (argument: string): WholeGuard | undefined => {
    if (guards.has(argument)) return guards.get(argument);
    return guards.has('*') ? guards.get('*') : rest;
  };
  return {
    reads: rule.reads ?? 'untrusted',
    asksFor: patternOf(rule.asksFor),
    whose: rule.whose ?? 'user',
    delegates: options.delegates === undefined ? undefined : stateless(options.delegates),
    guardOf,
    isUnlabelled: false,
    isGuarded: rule.asksFor !== undefined || guards.size > 0 || !isReading,
    onTainted: rule.onTainted ?? options.onTainted ?? 'deny',
    onUnrequested: rule.onUnrequested ?? options.onUnrequested ?? 'deny',
  };
}

function patternOf(asksFor: ToolRule['asksFor']): RegExp | undefined {
  if (asksFor === undefined) return undefined;
  return typeof asksFor === 'string' ? askedWords.get(asksFor) : stateless(asksFor);
}
