import type { Answer, Script, ScriptEntry } from '../../scripted-model/script/script.ts';
import type { AnswerTurn, ModelScript, ScriptedCall, Turn } from './turn.ts';

/**
 * The script for a scripted model server: its nth request gets the nth turn.
 *
 * @example
 * const chat = server.chat(toScript(scenario.model));
 */
export function toScript(model: ModelScript): Script {
  return { order: 'arrival', entries: model.flatMap(toEntries) };
}

function toEntries(turn: Turn): readonly ScriptEntry[] {
  switch (turn.kind) {
    case 'answer':
      return [toAnswer(turn)];
    case 'failure':
      return [turn, { kind: 'answer' }];
    case 'cut':
    case 'hang':
      return [
        { kind: turn.kind, ...(turn.text.length === 0 ? {} : { afterChunks: turn.text.length }) },
        { kind: 'answer', text: [...turn.text, ' (never sent)'] },
      ];
  }
}

function toAnswer({ text, reasoning, calls = [], finishReason, chunkDelayMs }: AnswerTurn): Answer {
  return {
    kind: 'answer',
    ...(text === undefined ? {} : { text }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(calls.length === 0 ? {} : { calls: calls.map(toCall) }),
    ...(finishReason === undefined ? {} : { finish: finishes[finishReason] }),
    ...(chunkDelayMs === undefined ? {} : { pace: { betweenChunksMs: chunkDelayMs } }),
  };
}

const finishes = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
} as const;

function toCall({
  id,
  name,
  args = {},
  rawArgs,
}: ScriptedCall): NonNullable<Answer['calls']>[number] {
  return { id, name, args, ...(rawArgs === undefined ? {} : { rawArguments: rawArgs }) };
}
