import type { Dict, ModelRequest } from '@interpose/core';

/**
 * Returns the settings of a request that hooks changed, for a host with the same names: unchanged ones have the host's
 * own value, removed ones are undefined. Returns an empty object if no setting changed.
 *
 * @example
 * const original = { messages: [], settings: { temperature: 0, seed: 7 } };
 * const changed = { messages: [], settings: { temperature: 1, seed: 7 } };
 * changedSettings(changed, original, { temperature: 0, seed: 7 }); // => { temperature: 1, seed: 7 }
 */
export function changedSettings(
  { settings: after = {} }: ModelRequest,
  { settings: before = {} }: ModelRequest,
  native: Dict,
): Dict {
  if (after === before) return {};
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].map((name) => [name, after[name] === before[name] ? native[name] : after[name]]),
  );
}
