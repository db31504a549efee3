import type { Layer } from '@interpose/adapter-kit';
import { canOf } from '../capabilities.ts';
import { agentIdentity, type IdentitySource } from '../coverage/agent-identity.ts';
import { ChatRun, type RunOpening } from './host-run.ts';

/** One use of a model, a tool or an embedding on its own. */
export interface ImplicitUse extends IdentitySource {
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
  readonly messages?: RunOpening['messages'];
}

/** Opens a chat for one use; a call waits for nobody there, since nothing could resume it. */
export function implicitRun(layer: Layer, use: ImplicitUse): ChatRun {
  const { path, signal, messages } = use;
  const agent = agentIdentity(layer.options.agent, use);
  const can = canOf(path);
  return new ChatRun({ ...layer, version: '', agent, can, suspends: false, signal, messages });
}
