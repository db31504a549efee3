import type { StreamOutcome, StreamStep, ToolOutcome } from '@interpose/core/adapter';

import { coreCycles } from '../../src/fake-host/run/cycles.ts';
import { mutant, type Mutant } from './mutant.ts';
import { readAll, streamOf } from './streams.ts';

const { streamCycle, toolCycle } = coreCycles;

/** Hosts that mistreat their streams. */
export const brokenStreams: readonly Mutant[] = [
  mutant(
    'streams past the hooks',
    {
      async streamCycle<Part>(
        ...[, step]: Parameters<typeof streamCycle<Part>>
      ): Promise<StreamOutcome<Part>> {
        return { kind: 'stream', stream: await step.call(undefined) };
      },
    },
    ...[
      'C001',
      'C021',
      'C053',
      'C070',
      'C073',
      'C074',
      'C241',
      'C243',
      'C260',
      'C264',
      'C265',
      'C280',
      'C284',
    ],
  ),
  mutant(
    'lets a stream out before the hooks have seen it',
    {
      async streamCycle<Part>(
        ...[chat, step]: Parameters<typeof streamCycle<Part>>
      ): Promise<StreamOutcome<Part>> {
        let leaked: Part[] = [];
        const leaking: StreamStep<Part> = {
          ...step,
          async call(changed) {
            leaked = await readAll(await step.call(changed));
            return streamOf(leaked);
          },
        };
        const outcome = await streamCycle(chat, leaking);
        if (outcome.kind !== 'stream') return outcome;
        const judged = await readAll(outcome.stream);
        return {
          kind: 'stream',
          stream: streamOf([
            ...leaked.filter((part) => step.codec.read(part).kind === 'delta'),
            ...judged,
          ]),
        };
      },
    },
    ...['C111', 'C242', 'C261', 'C262', 'C264', 'C280', 'C282', 'C283'],
  ),
  mutant(
    'loses the deltas that hooks have seen',
    {
      async streamCycle<Part>(
        ...[chat, step]: Parameters<typeof streamCycle<Part>>
      ): Promise<StreamOutcome<Part>> {
        const outcome = await streamCycle(chat, step);
        if (outcome.kind !== 'stream' || !chat.intercepts('onResponseDelta')) return outcome;
        const parts = await readAll(outcome.stream);
        return {
          kind: 'stream',
          stream: streamOf(parts.filter((part) => step.codec.read(part).kind !== 'delta')),
        };
      },
    },
    ...['C260', 'C261', 'C262', 'C266'],
  ),
  mutant(
    'lets a call run as it came although its pieces were changed',
    {
      streamCycle: (chat, step) =>
        streamCycle(chat, {
          ...step,
          codec: {
            ...step.codec,
            read(part) {
              const piece = step.codec.read(part);
              return piece.kind === 'call' ? { kind: 'call' } : piece;
            },
          },
        }),
    },
    'C267',
  ),
  mutant(
    'holds every stream to its end',
    {
      async streamCycle<Part>(
        ...[chat, step]: Parameters<typeof streamCycle<Part>>
      ): Promise<StreamOutcome<Part>> {
        const outcome = await streamCycle(chat, step);
        return outcome.kind === 'stream'
          ? { kind: 'stream', stream: streamOf(await readAll(outcome.stream)) }
          : outcome;
      },
    },
    ...['C240', 'C243', 'C263', 'C412'],
  ),
  mutant(
    'encodes anew what nobody changed',
    {
      async streamCycle<Part>(
        ...[chat, step]: Parameters<typeof streamCycle<Part>>
      ): Promise<StreamOutcome<Part>> {
        const outcome = await streamCycle(chat, step);
        if (outcome.kind !== 'stream' || !chat.intercepts('onResponse')) return outcome;
        const parts = await readAll(outcome.stream);
        return {
          kind: 'stream',
          stream: streamOf(step.codec.compose(step.codec.collect(parts), parts)),
        };
      },
      async toolCycle<Native>(
        ...[chat, step]: Parameters<typeof toolCycle<Native>>
      ): Promise<ToolOutcome<Native>> {
        const outcome = await toolCycle(chat, step);
        return outcome.kind === 'result' ? { ...outcome, result: [outcome.result] } : outcome;
      },
    },
    ...['C076', 'C281'],
  ),
  mutant(
    'never finishes a stream that a hook cut short',
    {
      streamCycle: (chat, step) =>
        streamCycle(chat, {
          ...step,
          codec: {
            ...step.codec,
            compose: (response, original) => step.codec.compose(response, original).slice(0, -1),
            refuse: (refused, started, open) =>
              step.codec.refuse(refused, started, open).slice(0, -1),
          },
        }),
    },
    ...['C055', 'C091', 'C264', 'C284'],
  ),
];
