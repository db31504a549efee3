import { expect, vi } from 'vitest';

import type { HookedWire } from './hooked-wire.ts';

/** The server answers with this page of its tools. */
export async function page(
  { wire, heard, send }: HookedWire,
  id: number,
  names: readonly string[],
  cursor?: string,
  nextCursor?: string,
): Promise<void> {
  await send({
    jsonrpc: '2.0',
    id,
    method: 'tools/list',
    params: cursor === undefined ? {} : { cursor },
  });
  const before = heard.length;
  const tools = names.map((name) => ({ name, description: `about ${name}` }));
  wire.say({ jsonrpc: '2.0', id, result: { tools, ...(nextCursor ? { nextCursor } : {}) } });
  await arrived(heard, before + 1);
}

/** Comparing components takes a digest each, which has its own time. */
export async function arrived(messages: readonly unknown[], count: number): Promise<void> {
  await vi.waitFor(() => expect(messages.length).toBeGreaterThanOrEqual(count));
}
