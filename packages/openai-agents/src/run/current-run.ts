import { InterposeError } from '@interpose/core';
import type { AgentRun } from './host-run.ts';

/** What the code that runs now is inside of. */
export interface Frame {
  readonly run: AgentRun;
  /** The call whose tool runs, inside of one. */
  readonly execution?: ToolExecution;
}

interface FrameStorage {
  getStore(): Frame | undefined;
  run<T>(frame: Frame, run: () => T): T;
}

interface BuiltinLoader {
  getBuiltinModule?(
    name: string,
  ): { readonly AsyncLocalStorage: new () => FrameStorage } | undefined;
}

let storage: FrameStorage | undefined;

/** The run of a hooked agent, and the call in it, that this code belongs to. */
export function currentFrame(): Frame | undefined {
  return storage?.getStore();
}

/**
 * Runs the function inside this frame. The SDK gives its models neither the agent nor the run, so that they find
 * both here, as the SDK itself finds its spans.
 */
export function runInFrame<T>(frame: Frame, run: () => T): T {
  storage ??= createStorage();
  return storage.run(frame, run);
}

function createStorage(): FrameStorage {
  const { process } = globalThis as { readonly process?: BuiltinLoader };
  const Storage = process?.getBuiltinModule?.('node:async_hooks')?.AsyncLocalStorage;
  if (Storage === undefined)
    throw new InterposeError(
      'ambient_unavailable',
      'this runtime has no AsyncLocalStorage',
      'run hooked agents of the OpenAI Agents SDK on Node, Bun or Deno',
    );
  return new Storage();
}

/** One call of a tool while it runs: what the SDK and a run inside it leave behind. */
export class ToolExecution {
  /** True once the tool has failed, whatever text the SDK makes of that. */
  failed = false;
  /** What the model reads in place of what the tool makes of the agent it asked. */
  delegated: { readonly output: unknown } | { readonly error: unknown } | undefined;
}
