import { withHooks } from '../../src/index.ts';
import { memoryModel, type MemoryTurn } from '../memory-model.ts';
import { readOutputs } from '../read-outputs.ts';
import { prompt, readAll, sdk, silent, type RunPath } from './run-path.ts';

/** What a tool that is given these turns does: it fails with their error, or finds something. */
function searchTool(turns: readonly MemoryTurn[]) {
  const execute = async ({ q }: { q: string }): Promise<string> => {
    const [turn] = turns;
    if (turn?.error !== undefined) throw turn.error as Error;
    return `${q}: zehn`;
  };
  return sdk.tool({ inputSchema: sdk.jsonSchema<{ q: string }>({ type: 'object' }), execute });
}

/** A tool of a call that streams with little memory; the text is what the model reads about it. */
export const runLowMemoryTool: RunPath = async (hooks, turns = []) => {
  const { model, seen } = memoryModel([
    { calls: [{ id: 'c1', name: 'search', args: { q: 'price' } }] },
    { text: 'Done.' },
  ]);
  const tools = { search: searchTool(turns) };
  await readAll(
    withHooks(sdk, hooks).experimental_streamTextLowMemory({
      model,
      tools,
      stopWhen: sdk.stepCountIs(3),
      ...prompt,
      ...silent,
    }).fullStream,
  );
  const [read] = readOutputs(seen[1]);
  if (read === undefined) throw new Error('the model read nothing about the call');
  return read.type === 'error-text'
    ? { text: '', error: read.value, seen }
    : { text: read.value, seen };
};

/** A tool that is called without an agent. */
export const runTool: RunPath = async (hooks, turns = []) => {
  const { search } = withHooks({ search: searchTool(turns) }, hooks);
  try {
    const result: unknown = await search.execute(
      { q: 'price' },
      { toolCallId: 'c1', messages: [], context: {} },
    );
    return { text: String(result), seen: [] };
  } catch (error) {
    return { text: '', error, seen: [] };
  }
};

/** A call of a tool that does not exist; the text is what the model reads about it. */
export const runUnknownCall: RunPath = async (hooks) => {
  const memory = memoryModel([{ calls: [{ id: 'c1', name: 'teleport' }] }, { text: 'Done.' }]);
  const { text } = await withHooks(new sdk.ToolLoopAgent({ model: memory.model }), hooks).generate({
    prompt: 'Go',
  });
  return { text: JSON.stringify(memory.seen[1]?.prompt.at(-1)) + text, seen: memory.seen };
};
