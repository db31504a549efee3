import type { FakeRun } from '../run/fake-run.ts';

/** Reads the memory and attaches the entries that policies leave. */
export async function readMemory({ options, cycles, chat, attached }: FakeRun): Promise<void> {
  const { memory } = options.seams ?? {};
  if (memory === undefined) return;
  const { source } = memory;
  const outcome = await cycles.around(
    chat,
    'onMemoryRetrieved',
    { memory: memory.read(), source },
    (items) => items,
  );
  if (outcome.kind !== 'output' || outcome.output.length === 0) return;
  attached.push({
    by: 'system',
    said: `Remembered:\n${outcome.output.map(({ content }) => content).join('\n')}`,
  });
}

/** Writes the answer to the memory, unless a policy denies it. */
export async function storeMemory(
  { options, cycles, chat }: FakeRun,
  answer: string,
): Promise<void> {
  const { memory } = options.seams ?? {};
  if (memory === undefined) return;
  const { source } = memory;
  await cycles.around(chat, 'preMemoryStore', { memory: [{ content: answer }], source }, (items) =>
    memory.store(items),
  );
}
