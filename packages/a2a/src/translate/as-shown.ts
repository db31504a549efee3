import { isCopy } from '@interpose/adapter-kit';
import type { Codec } from './codec.ts';

/**
 * Returns the SDK's value that hooks left alone; if somebody changed it while they decided, a new one with what they
 * were shown.
 */
export function asShown(codec: Codec, native: unknown, shown: unknown): unknown {
  return isCopy(codec.write(native), shown) ? native : codec.read(shown);
}
