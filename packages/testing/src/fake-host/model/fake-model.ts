import type { FakeAnswer, FakePart, FakeRequest } from '../translate/fake-values.ts';

/** A model in memory; what it is asked and answers is the fake framework's own. */
export interface FakeModel {
  answer(request: FakeRequest, signal: AbortSignal): Promise<FakeAnswer>;
  stream(request: FakeRequest, signal: AbortSignal): Promise<ReadableStream<FakePart>>;
}
