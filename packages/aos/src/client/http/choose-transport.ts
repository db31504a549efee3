import { fetchTransport } from './fetch-transport.ts';
import { nodeTransport, type HttpModule } from './node-transport.ts';
import type { Transport } from './transport.ts';

type Runtime = {
  readonly versions?: Readonly<Record<string, string | undefined>>;
  getBuiltinModule?(name: string): unknown;
};

/** Chooses Node's own client, which is six times faster than its `fetch`; elsewhere `fetch`. */
export function chooseTransport(url: URL): Transport {
  const { process } = globalThis as { readonly process?: Runtime };
  const versions = process?.versions;
  const isNode =
    versions?.['node'] !== undefined &&
    versions['bun'] === undefined &&
    versions['deno'] === undefined;
  const name = url.protocol === 'https:' ? 'node:https' : 'node:http';
  const http = isNode ? process?.getBuiltinModule?.(name) : undefined;
  return isHttp(http) ? nodeTransport(url, http) : fetchTransport(url);
}

/** Whether this is Node's module: some runtimes have the name but no Agent. */
function isHttp(http: unknown): http is HttpModule {
  return (
    typeof http === 'object' &&
    http !== null &&
    'request' in http &&
    'Agent' in http &&
    typeof http.Agent === 'function' &&
    !('WebSocketPair' in globalThis)
  );
}
