import type { FakeRun } from '../run/fake-run.ts';

/** Asks the index about the last user message and attaches the results that policies leave. */
export async function attachKnowledge({
  options,
  cycles,
  chat,
  history,
  attached,
}: FakeRun): Promise<void> {
  const { knowledge } = options.seams ?? {};
  const asked = history.findLast((message) => message.by === 'user');
  if (knowledge === undefined || asked?.by !== 'user') return;
  const { source } = knowledge;
  const outcome = await cycles.around(
    chat,
    'preKnowledgeQuery',
    { query: { text: asked.said }, source },
    (query) => knowledge.search(query),
  );
  if (outcome.kind !== 'output' || outcome.output.length === 0) return;
  attached.push({
    by: 'system',
    said: `Known:\n${outcome.output.map(({ content }) => content).join('\n')}`,
  });
}
