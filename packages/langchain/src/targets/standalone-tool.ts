import { inRun } from '../run/settle-run.ts';
import type { Layer } from '../run/host-run.ts';
import { hookObject } from './hook-object.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import type { NativeTool, RunnableConfig } from '../translate/native.ts';

/** The same tool; every execution opens a chat of its own, unless a run of the same hooks surrounds it. */
export function hookStandaloneTool<T extends NativeTool>(tool: T, layer: Layer): T {
  hookToolInPlace(tool, layer.hooks);
  const inChat =
    (method: 'invoke' | 'call') =>
    (input: unknown, config?: RunnableConfig, tags?: unknown): Promise<unknown> => {
      const use = { path: 'tool.invoke', fallback: tool.name, signal: config?.signal };
      return inRun(layer, use, () =>
        method === 'call' && tool.call !== undefined
          ? tool.call(input, config, tags)
          : tool.invoke(input, config),
      );
    };
  return hookObject(tool, layer.hooks, { invoke: inChat('invoke'), call: inChat('call') });
}
