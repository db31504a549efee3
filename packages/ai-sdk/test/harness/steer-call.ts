import type { ModelMessage } from 'ai';

import type { Scenario } from '@interpose/testing/conformance';

import type { SdkVersion } from '../sdk-versions.ts';

interface Step {
  readonly stepNumber: number;
  readonly messages: readonly ModelMessage[];
}

/** Pushes the scenario's messages into the running call: before the step that follows the one they name. */
export function steerCall({ major }: SdkVersion, { steering = [] }: Scenario): object {
  if (steering.length === 0) return {};
  const prepareStep = ({ stepNumber, messages }: Step): object => {
    const now = steering.filter(({ afterIteration }) => stepNumber === afterIteration + 1);
    // v7 carries changed messages forward, v6 prepares every step from the start.
    const due =
      major === 7 ? now : steering.filter(({ afterIteration }) => stepNumber > afterIteration);
    return { messages: [...messages, ...due.map(({ text }) => ({ role: 'user', content: text }))] };
  };
  return { prepareStep };
}
