import type { Probe, ProbeSuite } from '@interpose/testing/probes';

import { sdkVersions, type SdkVersion } from '../../test/sdk-versions.ts';
import { chatProbes } from './chat-probes.ts';
import { clientProbes, runnerProbes } from './client-probes.ts';
import { ask, drain, kitProbe } from './probe-kit.ts';

/** The probes of every supported version. */
export const suites: readonly ProbeSuite[] = sdkVersions.map((each) => ({
  version: each.version,
  probes: [
    ...chatProbes(each),
    ...responseProbes(each),
    ...clientProbes(each),
    ...runnerProbes(each),
  ],
  accepted: [
    {
      place: /\.encrypted_content/,
      why: 'if hooks may change deltas, the encrypted_content of a reasoning item comes at its end, not before its text',
    },
    {
      place: /\.unreadableEvent\b/,
      why: 'if anybody listens, a stream with an event that is no JSON object ends with stream_unreadable; the client throws another error, or skips what is no event',
    },
    {
      place: /\.unreadableBody\b/,
      why: 'a request to a model is not sent if its body is no JSON object, since hooks could not read it',
    },
    {
      place: /\.afterAbort\b/,
      why: 'if anybody listens to tool results, the result of a tool that returns after an abort is not told, since no hook can judge it any more',
    },
  ],
}));

/** The names of all probes. */
export const probeNames: readonly string[] = [
  ...new Set(suites.flatMap(({ probes }) => probes.map(({ name }) => name))),
];

function responseProbes(version: SdkVersion): readonly Probe[] {
  const question = { model: 'canary', input: 'Pay me.' };
  return [
    kitProbe(version, 'responses.create', ask, ({ client }) => client.responses.create(question)),
    {
      ...kitProbe(version, 'beta.responses', ask, ({ client }) =>
        client.beta.responses.create(question),
      ),
      runsOn: (each) => !each.startsWith('5.'),
    },
    kitProbe(version, 'responses.parse', ask, ({ client }) => client.responses.parse(question)),
    kitProbe(version, 'responses.stream', [...ask, 'onResponseDelta'], async ({ client }) => {
      const raw = await client.responses.create({ ...question, stream: true });
      const stream = client.responses.stream(question);
      return { raw: await drain(raw), chunks: await drain(stream) };
    }),
    kitProbe(version, 'embeddings.create', ['preRequest'], ({ client }) =>
      client.embeddings.create({ model: 'canary', input: 'a text', encoding_format: 'float' }),
    ),
  ];
}
