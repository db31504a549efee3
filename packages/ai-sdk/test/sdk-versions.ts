import * as latest7 from 'ai';
import * as floor6 from 'ai-6-floor';
import * as latest6 from 'ai-6-latest';
import * as floor7 from 'ai-7-floor';

/** The module as the newest version types it. */
export type Sdk = typeof latest7;

/** One version of the AI SDK that the adapter supports. */
export interface SdkVersion {
  readonly version: string;
  readonly major: 6 | 7;
  readonly sdk: Sdk;
}

/** The lowest and the highest supported version of both majors. */
export const sdkVersions: readonly SdkVersion[] = [
  // The tests use what all versions share; the types of the older ones differ in places that are not used.
  { version: '6.0.260', major: 6, sdk: floor6 as unknown as Sdk },
  // The same holds for this one.
  { version: '6.0.326', major: 6, sdk: latest6 as unknown as Sdk },
  // The same holds for this one.
  { version: '7.0.70', major: 7, sdk: floor7 as unknown as Sdk },
  { version: '7.0.173', major: 7, sdk: latest7 },
];
