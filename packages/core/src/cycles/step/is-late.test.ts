import { createServer } from 'node:http';

import { describe, expect, test } from 'vitest';

import { toolCycle } from '../../adapter.ts';
import { createHooks, modify, respond, type ToolErrorCause } from '../../index.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import { toolStep } from '../../../test/tool-step.ts';

/** Runs a tool that ends like this, and returns the causes that hooks and the host are told. */
async function causesOf(run: () => unknown, change?: string): Promise<readonly ToolErrorCause[]> {
  const hooks = createHooks();
  const causes: ToolErrorCause[] = [];
  hooks.addHook('onToolCallError', ({ cause }) => {
    causes.push(cause);
    return change === undefined ? undefined : modify({ message: change });
  });
  const outcome = await toolCycle(await openTestChat(hooks), toolStep({ run }));
  if (outcome.kind === 'error') causes.push(outcome.cause);
  return causes;
}

function throwing(thrown: unknown): () => never {
  return () => {
    throw thrown;
  };
}

class ToolTimeoutError extends Error {}

describe('the cause of an error of a tool', () => {
  test('is timeout for a request that was left after its time', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => void server.once('listening', resolve));
    const { port } = server.address() as { readonly port: number };
    const late = () => fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(20) });
    expect(await causesOf(late)).toEqual(['timeout', 'timeout']);
    server.closeAllConnections();
    server.close();
  });

  test.each<[string, unknown]>([
    ['the reason of a signal with a time limit', new DOMException('late', 'TimeoutError')],
    [
      'an abort that it caused',
      Object.assign(new Error('aborted'), {
        name: 'AbortError',
        cause: new DOMException('late', 'TimeoutError'),
      }),
    ],
    ['a socket that got no answer', Object.assign(new Error('late'), { code: 'ETIMEDOUT' })],
    ['an MCP server that did not answer', Object.assign(new Error('late'), { code: -32001 })],
    ['a limit of the SDK', new ToolTimeoutError('late')],
  ])('is timeout for %s', async (_, thrown) => {
    expect(await causesOf(throwing(thrown))).toEqual(['timeout', 'timeout']);
  });

  test('stays timeout for the host if a hook puts other words to it', async () => {
    const late = throwing(new DOMException('late', 'TimeoutError'));
    expect(await causesOf(late, 'slow')).toEqual(['timeout', 'timeout']);
  });

  test('is threw for anything else, also for what cannot be read', async () => {
    const circle = new Error('round');
    circle.cause = circle;
    const unreadable = {
      message: 'odd',
      get name(): never {
        throw new Error('mine');
      },
    };
    for (const thrown of [new Error('timeout'), circle, unreadable, 'TimeoutError', null])
      expect(await causesOf(throwing(thrown))).toEqual(['threw', 'threw']);
  });

  test('is supplied where a hook gives the error, whatever its name', async () => {
    const hooks = createHooks();
    const causes: string[] = [];
    hooks.addHook('preToolCall', () =>
      respond({ error: { name: 'TimeoutError', message: 'late' } }),
    );
    hooks.observe('onToolCallError', ({ cause }) => void causes.push(cause));
    await toolCycle(await openTestChat(hooks), toolStep());
    expect(causes).toEqual(['supplied']);
  });
});
