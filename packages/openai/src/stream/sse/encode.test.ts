import { HostRun, streamOf } from '@interpose/adapter-kit';
import { expect, test } from 'vitest';
import { encodeEvents, type StreamWatch } from './encode.ts';
import { eventOf, type SsePart } from './part.ts';

const sent: readonly SsePart[] = [{ said: 1 }, { said: 2 }, { said: 3 }].map((data) =>
  eventOf(data),
);
const asItIs = (part: SsePart): SsePart => part;
const watching = (told: Partial<StreamWatch>): StreamWatch => ({
  run: new HostRun(),
  passing: () => undefined,
  ended: () => undefined,
  left: () => undefined,
  failed: () => undefined,
  ...told,
});
const bodyOf = (told?: Partial<StreamWatch>): ReadableStream<Uint8Array> =>
  encodeEvents(streamOf(sent), told && watching(told), asItIs);
const textOf = ({ value }: { readonly value?: Uint8Array | undefined }): string =>
  new TextDecoder().decode(value);

test('reads that are asked for at once arrive in the order of the events', async () => {
  const reader = bodyOf().getReader();
  const reads = await Promise.all(sent.map(() => reader.read()));
  expect(reads.map(textOf)).toEqual(sent.map(({ raw }) => raw));
  expect(await reader.read()).toEqual({ done: true, value: undefined });
  await expect(reader.closed).resolves.toBeUndefined();
});

test('a body that a reader read counts as used, and the next reader goes on behind it', async () => {
  const response = new Response(bodyOf());
  const first = response.body!.getReader();
  expect([textOf(await first.read()), textOf(await first.read())]).toEqual([
    sent[0]?.raw,
    sent[1]?.raw,
  ]);
  first.releaseLock();
  expect(response.bodyUsed).toBe(true);
  expect(await response.body!.getReader().read().then(textOf)).toBe(sent[2]?.raw);
});

test('a body reads the same as a text, in two branches and by a reader', async () => {
  const whole = sent.map(({ raw }) => raw).join('');
  expect(await new Response(bodyOf()).text()).toBe(whole);
  const [one, other] = bodyOf().tee();
  expect(await Promise.all([one, other].map((branch) => new Response(branch).text()))).toEqual([
    whole,
    whole,
  ]);
});

test('an error in the middle reaches the reader, and the body stays broken', async () => {
  const failing = new Error('the store is gone');
  const passing = (part: SsePart): void => {
    if (part === sent[1]) throw failing;
  };
  const told: unknown[] = [];
  const reader = bodyOf({ passing, failed: (error) => void told.push(error) }).getReader();
  await reader.read();
  await expect(reader.read()).rejects.toBe(failing);
  await expect(reader.read()).rejects.toBe(failing);
  await expect(reader.closed).rejects.toBe(failing);
  expect(told).toEqual([failing]);
});

test('a reader that leaves is told, and reads no more', async () => {
  const told: unknown[] = [];
  const passing = (): void => undefined;
  const reader = bodyOf({ passing, left: (reason) => void told.push(reason) }).getReader();
  await reader.read();
  await reader.read();
  await reader.cancel('enough');
  expect(told).toEqual(['enough']);
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});
