import { definePolicy, deny, mapText, textOf, type Policy } from '@interpose/core';
import { chance } from './chance.ts';

/** All that AOS has a word for, about tools: which call gets which verdict depends on its words. */
const calls: Policy = definePolicy({
  name: 'calls',
  hooks: {
    preToolCall: ({ call }) => {
      switch (chance([call.name, call.args], 10)) {
        case 0:
          return deny('not today', { code: 'unlucky' });
        case 1:
          return deny('no');
        case 2:
          return { call: { ...call, args: { ...call.args, checked: true } } };
      }
    },
    onToolCallResult: ({ originalCall, result }) => {
      switch (chance(originalCall.args, 8)) {
        case 0:
          return { result: `${JSON.stringify(result)} (checked)` };
        case 1:
          return deny('nobody may read this', { code: 'secret' });
      }
    },
    onToolCallError: ({ originalCall, error }) =>
      chance(originalCall.args, 2) === 0 ? { error: { message: `${error.message}!` } } : undefined,
  },
});

/** The same about messages, in two layers, so that modifications meet. */
const words: Policy = definePolicy({
  name: 'words',
  hooks: {
    onSystemMessage: ({ message }) => ({ message: mapText(message, (text) => text.trim()) }),
    onUserMessage: ({ message }) =>
      chance(textOf(message), 25) === 0
        ? deny('not this', { code: 'topic', message: 'Ask something else.' })
        : undefined,
    onAgentResponse: [
      {
        name: 'sign',
        run: ({ message }) =>
          chance(textOf(message), 4) === 0
            ? { message: mapText(message, (text) => `${text} --`) }
            : undefined,
      },
      {
        name: 'shorten',
        run: ({ message }) =>
          chance(textOf(message), 3) === 0
            ? { message: mapText(message, (text) => text.slice(0, 40)) }
            : undefined,
      },
    ],
  },
});

const policies: readonly Policy[] = [calls, words];

export default policies;
