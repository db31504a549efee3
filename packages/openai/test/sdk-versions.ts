import * as latest from 'openai';
import * as floor from 'openai-floor';

/** The module as the newest version types it. */
export type Sdk = typeof latest;

/** One version of the OpenAI client that the adapter supports. */
export interface SdkVersion {
  readonly version: string;
  readonly sdk: Sdk;
}

/** The lowest and the highest supported version. */
export const sdkVersions: readonly SdkVersion[] = [
  // The tests use what both versions share; the types of the older one differ in places that are not used.
  { version: '5.23.2', sdk: floor as unknown as Sdk },
  { version: '7.59.0', sdk: latest },
];
