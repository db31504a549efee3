import type { Probe } from '@interpose/testing/probes';
import type { AgentInputItem, Session } from '@openai/agents-core';

import type { SdkVersion } from '../../test/sdk-versions.ts';
import { kitProbes, loop, type Kit } from './probe-kit.ts';

/** Runs that keep what was said. */
export function sessionProbes(version: SdkVersion): readonly Probe[] {
  return [
    ...kitProbes(version, 'session', loop, async ({ sdk, agentWith, go }) => {
      const session = new sdk.MemorySession({ sessionId: 'probe' });
      const agent = agentWith();
      return [await go(agent, undefined, { session }), await go(agent, 'Again.', { session })];
    }),
    ...kitProbes(version, 'sessionInputCallback', loop, async ({ sdk, run, agentWith, go }) => {
      const session = new sdk.MemorySession({ sessionId: 'probe' });
      const sessionInputCallback = (before: unknown[], added: unknown[]): unknown[] => {
        run.note('sessionInputCallback', structuredClone([before, added]));
        return [...before, ...added];
      };
      const agent = agentWith();
      const options = { session, sessionInputCallback };
      return [await go(agent, undefined, options), await go(agent, 'Again.', options)];
    }),
    ...kitProbes(version, 'session that compacts', loop, async ({ sdk, run, agentWith, go }) => {
      const session = compacting(new sdk.MemorySession({ sessionId: 'probe' }), run);
      const agent = agentWith();
      return [await go(agent, undefined, { session }), await go(agent, 'Again.', { session })];
    }),
    ...kitProbes(
      version,
      'session that owns what it compacts',
      loop,
      async ({ sdk, agentWith, go }) => {
        const session = owning(new sdk.MemorySession({ sessionId: 'probe' }));
        const agent = agentWith();
        return [await go(agent, undefined, { session }), await go(agent, 'Again.', { session })];
      },
    ),
  ];
}

/** A session that is told when a turn is stored, and then may rewrite what it holds. */
function compacting(session: Session, run: Kit['run']): Session {
  return Object.assign(session, {
    runCompaction: async (given: unknown) => {
      run.note('runCompaction', { given, stored: structuredClone(await session.getItems()) });
      return null;
    },
  });
}

/** A session that newer copies of the SDK read and write by two methods of its own. */
function owning(session: Session): Session {
  return Object.assign(session, {
    runCompaction: async () => null,
    getItemsWithCompactionOwnership: async () => ({
      items: await session.getItems(),
      ownership: {},
    }),
    addItemsWithCompactionOwnership: (items: AgentInputItem[]) => session.addItems(items),
  });
}
