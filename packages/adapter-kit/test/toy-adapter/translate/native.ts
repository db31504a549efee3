import { ToyAgent } from '../../toy-sdk/toy-sdk.ts';

export * from '../../toy-sdk/toy-sdk.ts';

/** True for an agent of the SDK. */
export function isToyAgent(target: unknown): target is ToyAgent {
  return target instanceof ToyAgent;
}
