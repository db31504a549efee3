import { loadSdk, type SdkName } from './load-sdk.ts';
import type { Sdk } from './sdk.ts';

/** One version of the MCP SDK that is supported; `name` is what this package installs it as. */
export interface SdkVersion {
  readonly version: string;
  readonly name: SdkName;
  readonly sdk: Sdk;
}

/** The lowest and the highest supported version. */
export const sdkVersions: readonly SdkVersion[] = [
  { version: '1.10.0', name: 'mcp-floor', sdk: await loadSdk('mcp-floor') },
  {
    version: '1.32.2',
    name: '@modelcontextprotocol/sdk',
    sdk: await loadSdk('@modelcontextprotocol/sdk'),
  },
];
