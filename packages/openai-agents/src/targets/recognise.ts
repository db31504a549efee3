import { hasMethods, unknownTarget } from '@interpose/adapter-kit';
import type { NativeAgent } from '../translate/native.ts';
import { passesHooks } from './mcp-server.ts';
import { learnSdk, sdkOf, type Sdk } from './sdk-copies.ts';

/** The kind of target that `withHooks` was given. */
export type Recognised =
  | { readonly kind: 'agent'; readonly agent: NativeAgent }
  /** A runner; for the module, the class `Runner`, which stands for all runners. */
  | { readonly kind: 'runner'; readonly sdk: Sdk; readonly runs: object }
  | { readonly kind: 'run'; readonly run: RunFunction }
  | { readonly kind: 'mcp-server'; readonly server: object };

/** The SDK's function `run`, without its exact types. */
export type RunFunction = (agent: NativeAgent, ...rest: readonly unknown[]) => unknown;

/**
 * Returns which part of the SDK a target is.
 *
 * @throws InterposeError `target_unknown` for anything else.
 */
export function recognise(target: unknown): Recognised {
  if (isModule(target)) {
    learnSdk(target);
    return { kind: 'runner', sdk: target, runs: target.Runner };
  }
  if (typeof target === 'function' && target.name === 'run')
    return { kind: 'run', run: target as RunFunction };
  const sdk = typeof target === 'object' && target !== null ? sdkOf(target) : undefined;
  if (sdk !== undefined && target instanceof sdk.Agent)
    return { kind: 'agent', agent: target as NativeAgent };
  if (sdk !== undefined && target instanceof sdk.Runner)
    return { kind: 'runner', sdk, runs: target };
  if (typeof target === 'object' && target !== null && passesHooks(target))
    return { kind: 'mcp-server', server: target };
  throw unknownTarget(
    target,
    'pass an Agent, a Runner, run, the module, or an MCP server that is not connected yet; where there are several copies of the SDK, its module first',
  );
}

/**
 * Makes a copy of the SDK known, by its module.
 *
 * @throws InterposeError `target_unknown` for anything else.
 */
export function learnModule(target: Sdk): void {
  if (!isModule(target)) throw unknownTarget(target, "pass the module of '@openai/agents-core'");
  learnSdk(target);
}

function isModule(target: unknown): target is Sdk {
  return hasMethods(target, 'Agent', 'Runner', 'RunState');
}
