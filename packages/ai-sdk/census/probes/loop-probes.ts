import type { Probe } from '@interpose/testing/probes';

import type { SdkVersion } from '../../test/sdk-versions.ts';
import { loop } from './call-probes.ts';
import { kitProbe } from './probe-kit.ts';

/** Probes of what an app changes in a loop that runs. */
export function loopProbes(version: SdkVersion): readonly Probe[] {
  return [
    kitProbe(version, 'experimental_steering', loop, ({ module, call }) => {
      const steering = steeringOf(module);
      const steer = (): void => void steering?.steer('And be quick.');
      const options = { experimental_steering: steering, onStepFinish: once(steer) };
      return module.generateText({ ...call, ...options } as never);
    }),
    kitProbe(version, 'refineToolInput', loop, ({ module, call }) => {
      const options = { experimental_refineToolInput: { refund: refine } };
      return module.generateText({ ...call, ...options });
    }),
  ];
}

interface Steering {
  steer(message: string): unknown;
}

/** Only the newest versions can steer a running loop. */
function steeringOf(module: object): Steering | undefined {
  const make = Reflect.get(module, 'experimental_createSteering') as (() => Steering) | undefined;
  return make?.();
}

function once(run: () => void): () => void {
  let has = false;
  return () => {
    if (!has) run();
    has = true;
  };
}

/** Makes other arguments of those that the model gave. */
export function refine(input: object): object {
  return { ...input };
}
