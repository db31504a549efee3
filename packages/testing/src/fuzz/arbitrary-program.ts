import type { InterceptorName } from '@interpose/core';
import {
  array,
  boolean,
  constant,
  constantFrom,
  nat,
  oneof,
  option,
  record,
  subarray,
  type Arbitrary,
} from 'fast-check';

import { eventValues } from '../arbitraries/event-values.ts';
import type { FuzzKind, FuzzTarget } from './fuzz-target.ts';
import type { FuzzHook, FuzzProgram, FuzzTool, FuzzTurn, FuzzVerdict } from './program.ts';

/** Generates any program that the kinds of a target can run. */
export function arbitraryProgram({ kinds }: FuzzTarget): Arbitrary<FuzzProgram> {
  return oneof(...kinds.map(programOf));
}

function programOf(kind: FuzzKind): Arbitrary<FuzzProgram> {
  const wraps = Object.keys(kind.wraps ?? {});
  const made = record({
    kind: constant(kind.name),
    mode: constantFrom(...kind.modes),
    wraps: wraps.length === 0 ? constant([]) : array(constantFrom(...wraps), { maxLength: 3 }),
    options: subarray(Object.keys(kind.options ?? {})),
    tools: toolsOf(kind),
    turns: array(turn(), { maxLength: 4 }),
    policy: policyOf(kind.events),
    chats: oneof({ weight: 3, arbitrary: constant(1) }, constant(2)),
    stop: option(record({ by: constantFrom('abort' as const, 'break' as const), after: nat(7) }), {
      nil: undefined,
      freq: 3,
    }),
  });
  return made.map(tidied);
}

function toolsOf({ tools }: FuzzKind): Arbitrary<readonly FuzzTool[]> {
  if (tools.length === 0) return constant([]);
  return array(record({ kind: constantFrom(...tools) }), { minLength: 1, maxLength: 3 });
}

function turn(): Arbitrary<FuzzTurn> {
  const calls = array(nat(2), { maxLength: 3 });
  const answer = record({
    kind: constant('answer' as const),
    text: boolean(),
    thought: boolean(),
    calls,
    ids: option(constantFrom('same' as const, 'empty' as const), { nil: undefined, freq: 7 }),
  });
  const broken = record({
    kind: constantFrom('unknown call' as const, 'malformed call' as const),
    text: boolean(),
    calls,
  });
  const ended = record({
    kind: constantFrom('failure' as const, 'cut' as const, 'hang' as const),
    text: boolean(),
  });
  return oneof({ weight: 6, arbitrary: answer }, broken, ended);
}

/** Generates hooks on these events, or a policy that changes nothing. */
export function policyOf(events: readonly InterceptorName[]): Arbitrary<FuzzProgram['policy']> {
  const hooks = array(oneof(...events.map(hookOn)), { minLength: 1, maxLength: 4 });
  return oneof(
    { weight: 7, arbitrary: hooks },
    constantFrom('silent' as const, 'observers' as const, 'empty' as const),
    constant('silent' as const),
  );
}

function hookOn(event: InterceptorName): Arbitrary<FuzzHook> {
  const verbs: readonly FuzzVerdict[] = eventValues[event].verbs;
  const verdicts = constantFrom<FuzzVerdict>(
    'nothing',
    ...verbs,
    'deny',
    'throw',
    'reject',
    'malformed',
  );
  return record({
    event: constant(event),
    verdict: verdicts,
    at: option(nat(2), { nil: undefined }),
    late: option(constant(true), { nil: undefined, freq: 2 }),
    priority: option(constantFrom(1, 50, 200), { nil: undefined, freq: 2 }),
  });
}

/** Removes parts without effect, so that a printed program is short, and limits calls to existing tools. */
function tidied(program: FuzzProgram): FuzzProgram {
  const { tools, mode, stop } = program;
  const turns = program.turns.map((each) => ({
    ...each,
    calls: (each.calls ?? []).filter((place) => place < tools.length),
  }));
  const isStopped = stop !== undefined && (stop.by === 'abort' || mode === 'streamed');
  const { policy } = program;
  return compact({
    ...program,
    turns: turns.map(compact),
    policy: typeof policy === 'string' ? policy : policy.map(compact),
    stop: isStopped ? stop : undefined,
  });
}

function compact<Value extends object>(value: Value): Value {
  const kept = Object.entries(value).filter(
    ([key, held]) =>
      held !== undefined &&
      held !== false &&
      !(key === 'calls' && Array.isArray(held) && held.length === 0),
  );
  return Object.fromEntries(kept) as Value;
}
