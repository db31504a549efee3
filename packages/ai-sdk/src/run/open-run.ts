import type { AgentIdentity, Hooks } from '@interpose/core';
import { canOf } from '../capabilities.ts';
import { ChatRun, type RunOpening } from './host-run.ts';
import type { WithHooksOptions } from '@interpose/adapter-kit';

/** What opens the chats of a model, a tool or an embedding that is used on its own. */
export interface ImplicitOpening {
  readonly hooks: Hooks;
  readonly options: WithHooksOptions;
  readonly agent: AgentIdentity;
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
  readonly messages?: RunOpening['messages'];
}

/** Opens a chat for one use; a call waits for nobody there, since nothing could resume it. */
export function implicitRun({ path, ...opening }: ImplicitOpening): ChatRun {
  return new ChatRun({ ...opening, version: '', can: canOf(path), suspends: false });
}
