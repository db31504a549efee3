import type { Probe } from '@interpose/testing/probes';

import type { SdkVersion } from '../../test/sdk-versions.ts';
import { loop } from './call-probes.ts';
import { kitProbe } from './probe-kit.ts';

/** An agent of a class of the app: it counts in private, and asks the class of the SDK twice. */
export function ownClassProbes(version: SdkVersion): readonly Probe[] {
  class Clerk extends version.sdk.ToolLoopAgent {
    #asked = 0;

    override async generate(given: never): Promise<never> {
      this.#asked += 1;
      await Promise.resolve();
      const first: unknown = await super.generate(given);
      const second: unknown = await super.generate(given);
      return { first, second, asked: this.#asked } as never;
    }

    async ask(): Promise<unknown> {
      return this.generate({ prompt: 'Pay me.' } as never);
    }
  }
  return [
    kitProbe(version, 'a class of the app that asks twice', loop, ({ hook, model, tools }) =>
      hook(new Clerk({ model, tools })).ask(),
    ),
  ];
}
