import type { Sdk } from './sdk-copies.ts';

const versions = new WeakMap<Sdk, string>();

/** The version of this copy of the SDK, as far as it is known. */
export function sdkVersion(sdk: Sdk): string {
  return versions.get(sdk) ?? 'unknown';
}
