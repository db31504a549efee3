import { loadSdk, type SdkName } from './load-sdk.ts';
import { shopServer } from './shop-server.ts';

/** An MCP server on the standard streams, of the SDK that the first argument names. */
const sdk = await loadSdk(process.argv[2] as SdkName);
await shopServer(sdk).connect(new sdk.StdioServerTransport());
