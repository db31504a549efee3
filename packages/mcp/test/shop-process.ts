import { createHooks, deny } from '@interpose/core';
import { withHooks } from '../src/index.ts';
import { loadSdk, type SdkName } from './load-sdk.ts';
import { shopServer } from './shop-server.ts';

/** An MCP server on the standard streams, of the SDK that the first argument names; `guarded` denies `lookup` to clients. */
const sdk = await loadSdk(process.argv[2] as SdkName);
const transport = new sdk.StdioServerTransport();
const hooks = createHooks();
hooks.addHook('onMcpMessage', ({ message }) =>
  JSON.stringify(message).includes('lookup') ? deny('closed') : undefined,
);
await shopServer(sdk).connect(
  process.argv[3] === 'guarded' ? withHooks(transport, hooks, { role: 'server' }) : transport,
);
