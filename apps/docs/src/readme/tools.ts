import { tool, type Tool } from 'ai';
import { z } from 'zod';

/** Deletes an account; the README is about what comes before. */
export const deleteUser: Tool<{ id: number }, string> = tool({
  description: 'Deletes an account.',
  inputSchema: z.object({ id: z.number() }),
  execute: ({ id }) => `deleted ${id}`,
});
