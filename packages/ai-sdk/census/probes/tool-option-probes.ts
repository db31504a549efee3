import type { Probe } from '@interpose/testing/probes';

import type { SdkVersion } from '../../test/sdk-versions.ts';
import { loop } from './call-probes.ts';
import { kitProbe } from './probe-kit.ts';

/** The functions of a tool beside the one that runs it. */
export function toolOptionProbes(version: SdkVersion): readonly Probe[] {
  const withTool = (name: string, own: object): Probe =>
    kitProbe(version, name, loop, ({ module, call, tools: { refund } }) =>
      module.generateText({ ...call, tools: { refund: { ...refund, ...own } } } as typeof call),
    );
  return [
    withTool('needsApproval', { needsApproval: async () => false }),
    withTool('toModelOutput', {
      toModelOutput: ({ output }: { readonly output: unknown }) => ({
        type: 'text',
        value: JSON.stringify(output),
      }),
    }),
  ];
}
