import { describe, expect, test } from 'vitest';

import { toolCycle } from '../adapter.ts';
import { createHooks, type AgentIdentity, type HookOptions } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';
import { openTestChat } from '../../test/open-test-chat.ts';
import { never } from '../../test/pause-for.ts';
import { sampleCall } from '../../test/sample-values.ts';
import { toolStep } from '../../test/tool-step.ts';

/** Returns the calls that a hook with these options sees, beside a hook without options. */
async function seenBeside(
  options: HookOptions<'preToolCall'>,
  steps: readonly (readonly [tool: string, agent: AgentIdentity])[],
): Promise<readonly string[]> {
  const hooks = createHooks();
  const seen: string[] = [];
  hooks.addHook('preToolCall', () => undefined);
  hooks.addHook(
    'preToolCall',
    (ctx) => void seen.push(`${ctx.call.name} ${ctx.agent.name}`),
    options,
  );
  for (const [name, agent] of steps) {
    const chat = await openTestChat(hooks, { agent });
    await toolCycle(chat, toolStep({ call: { ...sampleCall(), name } }));
  }
  return seen;
}

describe('beside a hook without options, a hook', () => {
  const support = { id: 'a-1', name: 'Support' };
  const sales = { id: 'a-1', name: 'Sales' };

  test('bound to a tool runs for that tool alone', async () => {
    const seen = await seenBeside({ tool: 'refund' }, [
      ['charge', support],
      ['refund', support],
    ]);
    expect(seen).toEqual(['refund Support']);
  });

  test('bound to an agent is told from another of the same id by its name', async () => {
    const seen = await seenBeside({ agent: 'Support' }, [
      ['refund', sales],
      ['refund', support],
      ['refund', { id: 'a-1' }],
    ]);
    expect(seen).toEqual(['refund Support']);
  });

  test('bound to both is told one tool of its agent from the other', async () => {
    const seen = await seenBeside({ agent: 'a-1', tool: 'refund' }, [
      ['charge', support],
      ['refund', support],
      ['charge', sales],
    ]);
    expect(seen).toEqual(['refund Support']);
  });

  test('that runs once is called once', async () => {
    const seen = await seenBeside({ once: true }, [
      ['refund', support],
      ['refund', support],
    ]);
    expect(seen).toHaveLength(1);
  });

  test('with a time limit is held to it', async () => {
    const hooks = createHooks({ timeoutMs: Infinity });
    hooks.addHook('preToolCall', () => undefined);
    hooks.addHook('preToolCall', never, { timeoutMs: 20 });
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny', code: 'hook_timeout' });
  });
});
