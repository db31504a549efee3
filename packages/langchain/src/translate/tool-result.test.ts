import { ToolMessage } from '@langchain/core/messages';
import { Command } from '@langchain/langgraph';
import { frozenCopy } from '@interpose/core/adapter';
import { expect, test } from 'vitest';

import { spy } from '../../test/scripted-agent.ts';
import { resultFromContract, resultToContract } from './tool-result.ts';

const told = new ToolMessage({ content: 'The code is 4z42.', tool_call_id: 'c1' });
const tool = spy('pay');

test.each([
  ['by name', { messages: [told] }],
  ['by name, as one message', { messages: told }],
  ['as a list of changes', [['messages', [told]]] as [string, unknown][]],
])('hooks see what a command tells the model %s, and may replace it', (_form, update) => {
  const command = new Command({ update });
  expect(resultToContract(command, tool as never, 'c1', frozenCopy)).toBe('The code is 4z42.');
  const left = resultFromContract('It is hidden.', command, tool as never, 'c1');
  expect(JSON.stringify(left)).not.toContain('4z42');
});

test('hooks see what a command changes that tells the model nothing', () => {
  const command = new Command({ goto: 'desk', update: { notes: 'The code is 4z42.' } });
  const seen = resultToContract(command, tool as never, 'c1', frozenCopy);
  expect(seen).toEqual({ command: ['desk'], update: { notes: 'The code is 4z42.' } });
});
