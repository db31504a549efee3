import type { Probe } from '@interpose/testing/probes';

import type { SdkVersion } from '../../test/sdk-versions.ts';
import { kitProbes, loop } from './probe-kit.ts';

const events = ['agent_start', 'agent_end', 'agent_tool_start', 'agent_tool_end'] as const;

/** Who listens: to the events of agents and runners, and to what is traced. */
export function listenerProbes(version: SdkVersion): readonly Probe[] {
  return [
    ...kitProbes(version, 'events', loop, async ({ run, runner, agentWith, go }) => {
      const agent = agentWith();
      for (const [who, target] of [
        ['agent', agent],
        ['runner', runner],
      ] as const) {
        for (const event of events)
          target.on(event as 'agent_start', (...told: unknown[]) => {
            // The context grows on; what was told is what the listener keeps.
            run.note(`${who} ${event}`, told.slice(1).map(nameOrValue));
          });
      }
      return go(agent);
    }),
    ...kitProbes(version, 'tracing', loop, async ({ sdk, run, model, agentWith, go }) => {
      const spans: unknown[] = [];
      sdk.setTraceProcessors([
        {
          onTraceStart: none,
          onTraceEnd: none,
          onSpanStart: none,
          onSpanEnd: async (span) => void spans.push(structuredClone(span.toJSON())),
          shutdown: none,
          forceFlush: none,
        },
      ]);
      sdk.setTracingDisabled(false);
      const runner = new sdk.Runner({ model, traceIncludeSensitiveData: true });
      const reached = await go(agentWith(), undefined, { runner });
      sdk.setTracingDisabled(true);
      sdk.setTraceProcessors([]);
      run.note('spans', spans);
      return reached;
    }),
  ];
}

const none = async (): Promise<void> => undefined;

function nameOrValue(told: unknown): unknown {
  const { name, type } = (told ?? {}) as { readonly name?: string; readonly type?: string };
  return typeof told === 'object' && name !== undefined ? `${type ?? 'agent'} ${name}` : told;
}
