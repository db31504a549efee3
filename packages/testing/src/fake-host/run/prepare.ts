import { textOf } from '@interpose/core';

import { runExchanges } from '../components/a2a.ts';
import { compact } from '../components/compaction.ts';
import type { FakeRun } from './fake-run.ts';
import { attachKnowledge } from '../components/knowledge.ts';
import { connectMcp } from '../components/mcp-connection.ts';
import { readMemory } from '../components/memory.ts';
import { seeAgent } from '../agents/see-agent.ts';

/** Runs the steps before the first model call. */
export async function prepare(run: FakeRun): Promise<void> {
  const { mcp } = run.options.seams ?? {};
  const { trigger } = run.chat;
  if (trigger !== undefined) {
    run.history.push({ by: 'user', said: textOf({ role: 'user', content: trigger.content }) });
  }
  if (mcp !== undefined) run.mcp = await connectMcp(run, mcp);
  await seeAgent(run);
  await compact(run);
  await readMemory(run);
  await attachKnowledge(run);
  await runExchanges(run);
}
