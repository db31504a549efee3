import { InterposeError } from '@interpose/core';
import type { CapabilityRow } from '@interpose/core/adapter';

import { chooseTransport } from '../client/http/choose-transport.ts';
import { GuardianFailure } from '../client/http/guardian-failure.ts';
import { postOnce } from '../client/http/post-once.ts';
import { readGuardianOptions } from '../client/settings.ts';
import { collectInventory } from './collect-inventory.ts';

/**
 * The guardian to tell about an agent, and facts about the agent beside its components.
 *
 * @example
 * const options: DescribeOptions = { url: 'http://127.0.0.1:4747', token: 'secret', coverage: inspect(agent) };
 */
export interface DescribeOptions {
  readonly url: string | URL;
  /** Sent as a bearer token. */
  readonly token?: string;
  /** The id of the agent, if the hooks saw several. */
  readonly agent?: string;
  /** The events that policies reach: `inspect(target)`, or `capabilities` of the adapter. */
  readonly coverage?: readonly CapabilityRow[];
  /** The time limit in milliseconds. Default: 5000. */
  readonly timeoutMs?: number;
}

/**
 * Tells a guardian once which components an agent has and which events policies reach, for the people who use the
 * guardian. Call it when the agent is made, or after its first run if hooks are watched. It decides nothing.
 *
 * @throws InterposeError `target_unknown`, `inventory_unknown`, `invalid_option`, or the code of the guardian's failure.
 *
 * @example
 * await describeAgent(hookedAgent, { url: 'http://127.0.0.1:4747', token: 'secret', coverage: inspect(agent) });
 */
export async function describeAgent(target: object, options: DescribeOptions): Promise<void> {
  const { agent: agentId, coverage = [], url, token, timeoutMs = 5000 } = options;
  const settings = readGuardianOptions({
    url,
    timeoutMs,
    ...(token === undefined ? {} : { token }),
  });
  const { agent, components } = collectInventory(target, agentId);
  const body = JSON.stringify({
    name: agent.name ?? agent.id,
    coverage: coverage.map(({ path, event, status, note }) => ({ path, event, status, note })),
    inventory: components.map(({ kind, name }) => ({ kind, name })),
  });
  const transport = chooseTransport(new URL('agents', settings.url));
  try {
    await postOnce(transport, body, settings);
  } catch (cause) {
    if (!(cause instanceof GuardianFailure)) throw cause;
    const problem = 'the guardian did not take the description of the agent';
    throw new InterposeError(cause.code, problem, 'see that it runs and knows the token', {
      cause,
    });
  } finally {
    transport.close();
  }
}
