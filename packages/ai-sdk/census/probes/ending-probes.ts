import type { Probe } from '@interpose/testing/probes';

import { finished, partModel, said } from '../../test/part-model.ts';
import type { SdkVersion } from '../../test/sdk-versions.ts';
import { drain, kitProbe, type Kit } from './probe-kit.ts';

/** Calls that end in another way than with a whole answer, or that show the app what hooks put in place of its own. */
export function endingProbes(version: SdkVersion): readonly Probe[] {
  const silent = (name: string, app: (kit: Kit) => Promise<unknown>): Probe => ({
    ...kitProbe(version, name, ['onResponse', 'preToolCall', 'onToolCallResult'], app),
    modes: [],
  });
  return [
    silent('a call that its tool aborts', abortedByTool),
    silent('a provider that fails after its first words', brokenOff),
    silent('a call whose prepareStep looks at its model', preparedWith),
    silent('a stream with limits between its chunks', limited),
  ];
}

async function abortedByTool({ module, call, tools: { refund } }: Kit): Promise<unknown> {
  const controller = new AbortController();
  const execute = (): string => {
    controller.abort();
    return 'paid';
  };
  const { signal: abortSignal } = controller;
  const given = { ...call, tools: { refund: { ...refund!, execute } }, abortSignal };
  const one = { ...given, stopWhen: undefined } as unknown as Parameters<
    typeof module.generateText
  >[0]; // The versions of the SDK type a tool in different ways.
  const afterAbort = await module.generateText(one).then(
    ({ content }) => ({ content }),
    (thrown: unknown) => ({ thrown }),
  );
  return { afterAbort };
}

async function brokenOff({ module, run }: Kit): Promise<unknown> {
  const error = { type: 'error', error: new Error('overloaded') };
  const { model, prompts } = partModel([
    ...said('t', 'Ten'),
    error,
    ...said('u', 'euros'),
    finished('error'),
  ]);
  const result = module.streamText({ model, prompt: 'Go', onError: () => undefined });
  const parts = await drain(result.fullStream);
  run.requested(prompts[0]);
  return { besideFailure: parts };
}

async function preparedWith({ module, model, call }: Kit): Promise<unknown> {
  const shown: unknown[] = [];
  await module.generateText({
    ...call,
    prepareStep: (step) => void shown.push(step.model === model),
  });
  return { isOwnModel: shown };
}

async function limited({ module, call }: Kit): Promise<unknown> {
  const shown: unknown[] = [];
  const onStart = ({ timeout }: { readonly timeout?: unknown }): void => void shown.push(timeout);
  const given = { ...call, timeout: { chunkMs: 60_000, totalMs: 120_000 }, onStart };
  await drain(module.streamText({ ...given, experimental_onStart: onStart }).fullStream);
  return { shownLimits: shown };
}
