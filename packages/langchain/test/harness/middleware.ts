import type { Scenario } from '@interpose/testing/conformance';

import type { SdkVersion } from '../sdk-versions.ts';
import { seamsOf } from './seams.ts';

/** What the app adds to its agent for this scenario: retries, a tool choice, messages that arrive in mid-run. */
export function middlewareOf(version: SdkVersion, scenario: Scenario): readonly object[] {
  const { langchain } = version.sdk;
  const { toolChoice, hostRetries = 0, steering = [] } = scenario;
  return [
    ...(toolChoice === undefined
      ? []
      : [
          langchain.createMiddleware({
            name: 'Choice',
            wrapModelCall: (request, handler) => handler({ ...request, toolChoice }),
          }),
        ]),
    ...(hostRetries === 0 ? [] : [retrying(version, hostRetries)]),
    ...(steering.length === 0 ? [] : [steered(version, steering)]),
    ...seamsOf(version, scenario),
  ];
}

function retrying({ sdk: { langchain } }: SdkVersion, retries: number): object {
  return langchain.createMiddleware({
    name: 'Retries',
    async wrapModelCall(request, handler) {
      for (let left = retries; ; left--) {
        try {
          return await handler(request);
        } catch (error) {
          if (left === 0) throw error;
        }
      }
    },
  });
}

function steered(
  { sdk: { langchain, messages } }: SdkVersion,
  steering: NonNullable<Scenario['steering']>,
): object {
  let iteration = 0;
  return langchain.createMiddleware({
    name: 'Steering',
    beforeModel() {
      const due = steering.filter(({ afterIteration }) => afterIteration === iteration - 1);
      iteration++;
      return due.length === 0
        ? undefined
        : { messages: due.map(({ text }) => new messages.HumanMessage(text)) };
    },
  });
}
