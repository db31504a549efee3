import { watchOriginal, type WithHooksOptions } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { surroundingRuns } from '../run/host-run.ts';
import { isOwnMethod, TAGS } from './hook-object.ts';
import type { Recognised } from './recognise.ts';

/** The methods by which what was hooked runs; every other way ends in one of these. */
const METHODS: Partial<Record<Recognised['kind'], readonly string[]>> = {
  agent: ['invoke', 'stream'],
  graph: ['invoke', 'stream'],
  model: ['invoke', 'stream', 'generate'],
  tool: ['invoke', 'call'],
  ToolNode: ['invoke'],
};

/** Tells of what was hooked when it is run as it was before, outside of every hooked run. */
export function watchTarget(
  { kind, target }: Recognised,
  hooks: Hooks,
  options: WithHooksOptions,
): void {
  const methods = METHODS[kind];
  const original = kind === 'agent' ? target.graph : target;
  if (methods === undefined || TAGS.of(original) !== undefined) return;
  const said: unknown = kind === 'agent' ? target.options.name : Reflect.get(target, 'name');
  watchOriginal(original, methods, {
    hooks,
    options,
    adapter: 'langchain',
    event: kind === 'tool' || kind === 'ToolNode' ? 'preToolCall' : 'preRequest',
    name: `the ${kind} "${typeof said === 'string' ? said : target.constructor.name}"`,
    isInner: () => surroundingRuns().length > 0 || isOwnMethod(original),
  });
}
