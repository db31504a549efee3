import type { EventName } from '@interpose/core';
import type { Probe } from '@interpose/testing/probes';
import { z } from 'zod';

import type { SdkVersion } from '../../test/sdk-versions.ts';
import { drain, kitProbe } from './probe-kit.ts';

/** What every loop of model and tools asks. */
export const loop: readonly EventName[] = [
  'onUserMessage',
  'preRequest',
  'onResponse',
  'onAgentResponse',
  'preToolCall',
  'onToolCallResult',
];

/** What one answer without tools asks. */
export const ask: readonly EventName[] = [
  'onUserMessage',
  'preRequest',
  'onResponse',
  'onAgentResponse',
];

/** The functions of the module, each in its plain use. */
export function callProbes(version: SdkVersion): readonly Probe[] {
  return [...textProbes(version), ...objectProbes(version)];
}

const deltas: readonly EventName[] = [...loop, 'onResponseDelta'];
const schema = z.object({ answer: z.string() });
const onError = (): void => undefined;

function textProbes(version: SdkVersion): readonly Probe[] {
  return [
    kitProbe(version, 'generateText', loop, ({ module, call }) => module.generateText(call)),
    kitProbe(version, 'streamText', deltas, async ({ module, call }) => {
      const result = module.streamText({ ...call, onError: () => undefined });
      return { chunks: await drain(result.fullStream), result };
    }),
    {
      ...kitProbe(version, 'experimental_streamTextLowMemory', deltas, async ({ module, call }) => {
        const stream = module.experimental_streamTextLowMemory as typeof module.streamText;
        const result = stream({ ...call, onError: () => undefined });
        return { chunks: await drain(result.fullStream), result };
      }),
      runsOn: () => 'experimental_streamTextLowMemory' in version.sdk,
    },
    kitProbe(version, 'streamText readers', deltas, async ({ module, call }) => {
      const open = (): ReturnType<typeof module.streamText> =>
        module.streamText({ ...call, onError: () => undefined });
      return {
        text: await drain(open().textStream),
        browser: await drain(open().toUIMessageStream({ onError: String })),
        response: await open().toUIMessageStreamResponse({ onError: String }).text(),
        plain: await open()
          .toTextStreamResponse()
          .text()
          .catch((error: unknown) => error),
      };
    }),
  ];
}

function objectProbes(version: SdkVersion): readonly Probe[] {
  return [
    kitProbe(
      version,
      'generateObject',
      ask,
      ({ module, model }) => module.generateObject({ model, schema, prompt: 'Answer.' }),
      'json',
    ),
    kitProbe(
      version,
      'streamObject',
      [...ask, 'onResponseDelta'],
      async ({ module, model }) => {
        const result = module.streamObject({ model, schema, prompt: 'Answer.', onError });
        return { chunks: await drain(result.fullStream), result };
      },
      'json',
    ),
  ];
}
