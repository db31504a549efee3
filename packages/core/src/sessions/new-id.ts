let prefix: string | undefined;
let made = 0;

/** An id that no other has; made on first use, since some runtimes have no randomness at start. */
export function newId(): string {
  prefix ??= crypto.randomUUID();
  return `${prefix}-${(++made).toString(36)}`;
}
