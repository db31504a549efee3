import { toMessage } from '../translate/to-contract.ts';
import type { FakeRun } from '../run/fake-run.ts';

/** Replaces the history by its summary, unless a policy keeps it. */
export async function compact({ options, cycles, chat, history, origins }: FakeRun): Promise<void> {
  const { compaction } = options.seams ?? {};
  if (compaction === undefined) return;
  const messages = history.map((message) => toMessage(message, origins));
  const outcome = await cycles.around(chat, 'preCompact', { messages }, (kept) =>
    compaction.summarise(kept),
  );
  if (outcome.kind === 'output')
    history.splice(0, history.length, { by: 'user', said: outcome.output });
}
