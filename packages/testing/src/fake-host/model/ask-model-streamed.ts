import { fakeCodec } from './fake-codec.ts';
import { foldParts } from './fold-parts.ts';
import { nextRequest, requestStep, requestToSend, type Asked } from './ask-model.ts';
import type { FakeRun } from '../run/fake-run.ts';
import type { FakePart } from '../translate/fake-values.ts';
import { refusedError } from '../run/refused-error.ts';
import { seeNamedModel } from '../agents/see-agent.ts';
import { thrownBy } from '../run/thrown-by.ts';

/** Asks the model for a stream, through the core's cycle, and yields the parts that policies let pass. */
export async function* askModelStreamed(run: FakeRun): AsyncGenerator<FakePart, Asked> {
  const { cycles, chat, agent } = run;
  const native = nextRequest(run);
  const codec = fakeCodec(run);
  const opened = await cycles.streamCycle<FakePart>(chat, {
    ...requestStep(run, native),
    call: async (changed) => {
      await seeNamedModel(run, native, changed);
      return agent.model.stream(requestToSend(run, native, changed), chat.signal);
    },
    codec,
  });
  if (opened.kind === 'error') throw thrownBy(opened);
  if (opened.kind === 'denied') {
    if (refusedError(run, opened) === undefined) yield* codec.refuse(opened, false, []);
    return opened;
  }
  const parts: FakePart[] = [];
  for await (const part of opened.stream) {
    if (part.type === 'broken') throw part.error;
    if (part.type === 'open' && parts.length > 0) continue;
    parts.push(part);
    yield part;
  }
  return codec.refused ?? { kind: 'answer', answer: foldParts(parts) };
}
