import type { Probe } from '@interpose/testing/probes';

import type { SdkVersion } from '../../test/sdk-versions.ts';
import { kitProbes, loop } from './probe-kit.ts';

/** The ways to run an agent. */
export function runProbes(version: SdkVersion): readonly Probe[] {
  return [
    ...kitProbes(version, 'Runner.run', loop, ({ agentWith, go }) => go(agentWith())),
    ...kitProbes(version, 'run', loop, ({ sdk, agentWith, go }) =>
      go(agentWith(), undefined, { runner: { run: sdk.run } }),
    ),
    ...kitProbes(version, 'a hooked runner', loop, ({ sdk, runner, hook, model, refund, go }) =>
      go(new sdk.Agent({ name: 'shop', model, tools: [refund] }), undefined, {
        runner: hook(runner),
      }),
    ),
    ...kitProbes(version, 'a hooked run', loop, ({ sdk, hook, model, refund, go }) =>
      go(new sdk.Agent({ name: 'shop', model, tools: [refund] }), undefined, {
        runner: { run: hook(sdk.run) },
      }),
    ),
    ...kitProbes(version, 'model provider', loop, ({ sdk, agentWith, model, go }) => {
      const getModel = async () => model;
      const runner = new sdk.Runner({ tracingDisabled: true, modelProvider: { getModel } });
      return go(agentWith({ model: 'canary' }), undefined, { runner });
    }),
    ...kitProbes(version, 'model of the runner', loop, ({ sdk, agentWith, model, go }) => {
      const runner = new sdk.Runner({ tracingDisabled: true, model });
      const agent = agentWith({ model: undefined as never });
      return go(agent, undefined, { runner });
    }),
  ];
}
