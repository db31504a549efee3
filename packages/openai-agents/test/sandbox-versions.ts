import * as floor from '@openai/agents-core-floor/sandbox';
import * as floorLocal from '@openai/agents-core-floor/sandbox/local';
import * as latest from '@openai/agents-core/sandbox';
import * as latestLocal from '@openai/agents-core/sandbox/local';

import { sdkVersions, type Sdk, type SdkVersion } from './sdk-versions.ts';

/** One version of the SDK with its sandboxes, and the client that runs commands on this machine. */
export interface SandboxVersion {
  readonly version: string;
  readonly sdk: Sdk;
  readonly sandbox: typeof latest;
  readonly Client: typeof latestLocal.UnixLocalSandboxClient;
}

const older = floor as unknown as typeof latest; // the tests use what both versions share
const OlderClient = floorLocal.UnixLocalSandboxClient as unknown; // the same

/** The lowest and the highest supported version. */
export const sandboxVersions: readonly SandboxVersion[] = sdkVersions.map((each) => ({
  version: each.version,
  sdk: each.sdk,
  sandbox: sandboxOf(each),
  Client: (each.sdk === sdkVersions[0]!.sdk
    ? OlderClient
    : latestLocal.UnixLocalSandboxClient) as typeof latestLocal.UnixLocalSandboxClient,
}));

/** The sandboxes of one version. */
export function sandboxOf({ sdk }: Pick<SdkVersion, 'sdk'>): typeof latest {
  return sdk === sdkVersions[0]!.sdk ? older : latest;
}
