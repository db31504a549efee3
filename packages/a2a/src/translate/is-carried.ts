import { isDict } from '@interpose/adapter-kit';

/**
 * Whether all of the JSON came through the SDK's reader and writer. Both drop unknown fields silently, so a part in the
 * form of another A2A version would vanish from a message that a hook rewrote.
 */
export function isCarried(asked: unknown, carried: unknown): boolean {
  if (Array.isArray(asked)) {
    if (!Array.isArray(carried)) return asked.length === 0 && carried === undefined;
    return (
      asked.length === carried.length &&
      asked.every((item, index) => isCarried(item, carried[index]))
    );
  }
  if (isDict(asked)) {
    if (!isDict(carried)) return carried === undefined && Object.values(asked).every(isDefault);
    return Object.entries(asked).every(([key, item]) => isCarried(item, carried[key]));
  }
  return asked === carried || (isDefault(asked) && (carried === undefined || carried === null));
}

/** Whether A2A 1.0 may leave the value out without changing the meaning. */
function isDefault(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isDict(value)) return Object.values(value).every(isDefault);
  return value === undefined || value === null || value === '' || value === 0 || value === false;
}
