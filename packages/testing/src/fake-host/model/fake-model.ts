import type { FakeAnswer, FakePart, FakeRequest } from '../translate/fake-values.ts';

/** A model in memory; its requests and answers have the fake framework's own form. */
export interface FakeModel {
  answer(request: FakeRequest, signal: AbortSignal): Promise<FakeAnswer>;
  stream(request: FakeRequest, signal: AbortSignal): Promise<ReadableStream<FakePart>>;
}
