import type { ModelOutcome } from '@interpose/core/adapter';

import { coreCycles } from '../../src/fake-host/run/cycles.ts';
import { mutant, type Mutant } from './mutant.ts';

const { modelCycle, streamCycle } = coreCycles;

/** Hosts that mistreat their model calls. */
export const brokenModels: readonly Mutant[] = [
  mutant(
    'sends the original request whatever the hooks changed',
    {
      modelCycle: (chat, step) => modelCycle(chat, { ...step, call: () => step.call(undefined) }),
      streamCycle: (chat, step) => streamCycle(chat, { ...step, call: () => step.call(undefined) }),
    },
    ...['C020', 'C025', 'C026', 'C041', 'C051', 'C052'],
  ),
  mutant(
    "keeps the model's own answer whatever the hooks changed",
    {
      async modelCycle<Native>(
        ...[chat, step]: Parameters<typeof modelCycle<Native>>
      ): Promise<ModelOutcome<Native>> {
        const outcome = await modelCycle(chat, step);
        return outcome.kind === 'response' && outcome.native !== undefined
          ? { kind: 'response', native: outcome.native }
          : outcome;
      },
      streamCycle: (chat, step) =>
        streamCycle(chat, {
          ...step,
          codec: { ...step.codec, compose: (_, original) => original },
        }),
    },
    ...['C070', 'C071', 'C072', 'C111', 'C282'],
  ),
  mutant(
    'gives a refusal out as an answer',
    {
      async modelCycle<Native>(
        ...[chat, step]: Parameters<typeof modelCycle<Native>>
      ): Promise<ModelOutcome<Native>> {
        const outcome = await modelCycle(chat, step);
        if (outcome.kind !== 'denied') return outcome;
        return { kind: 'response', changed: { content: [{ type: 'text', text: outcome.text }] } };
      },
    },
    ...['C021', 'C042', 'C053', 'C054', 'C073', 'C074', 'C112', 'C200', 'C201', 'C204', 'C306'],
  ),
  mutant(
    'waits for calls that the provider ran itself',
    {
      modelCycle: (chat, step) =>
        modelCycle(chat, {
          ...step,
          continues: ({ content }) => content.some((part) => part.type === 'tool-call'),
        }),
    },
    'C490',
  ),
  mutant(
    'throws no DeniedError where one is due',
    {
      async modelCycle<Native>(
        ...[chat, step]: Parameters<typeof modelCycle<Native>>
      ): Promise<ModelOutcome<Native>> {
        const outcome = await modelCycle(chat, step);
        if (outcome.kind !== 'denied' || !outcome.throws) return outcome;
        return outcome.denial.event === 'onRequestError'
          ? { kind: 'error', error: { message: 'something went wrong' } }
          : { ...outcome, throws: false };
      },
    },
    ...['C093', 'C201'],
  ),
  mutant(
    'gives the first answer again instead of asking the model again',
    {
      modelCycle: (chat, step) => {
        let first: ReturnType<typeof step.call> | undefined;
        return modelCycle(chat, { ...step, call: (changed) => (first ??= step.call(changed)) });
      },
    },
    ...['C077', 'C078', 'C094', 'C113'],
  ),
  mutant(
    'puts an error of its own in place of the one that was thrown',
    {
      async modelCycle<Native>(
        ...[chat, step]: Parameters<typeof modelCycle<Native>>
      ): Promise<ModelOutcome<Native>> {
        try {
          const outcome = await modelCycle(chat, step);
          return outcome.kind === 'error'
            ? { kind: 'error', error: { message: 'the model failed' } }
            : outcome;
        } catch {
          throw new Error('the model failed');
        }
      },
    },
    ...['C057', 'C075', 'C090', 'C092', 'C185', 'C221', 'C317'],
  ),
];
