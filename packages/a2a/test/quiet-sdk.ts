import { afterEach, beforeEach, vi } from 'vitest';

/** Keeps what the SDK logs of its posts out of what the tests of a file print. */
export function quietSdk(): void {
  beforeEach(() => {
    for (const kind of ['error', 'info', 'log'] as const)
      vi.spyOn(console, kind).mockReturnValue(undefined);
  });
  afterEach(() => void vi.restoreAllMocks());
}
