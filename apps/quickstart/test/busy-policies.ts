import {
  ask,
  definePolicy,
  deny,
  mapText,
  retry,
  textOf,
  type Approver,
  type Policy,
  type ToolCall,
} from '@interpose/core';
import { chance } from './chance.ts';

/** Every verdict about tools: which call gets which depends on its words, ids are the framework's own. */
const calls: Policy = definePolicy({
  name: 'calls',
  hooks: {
    preToolCall: ({ call, attempt }) => {
      switch (chance([call.name, call.args], 12)) {
        case 0:
          return deny('not today', { code: 'unlucky' });
        case 1:
          return { result: 'a supplied result' };
        case 2:
          return { error: 'a supplied error' };
        case 3:
          return { call: { ...call, args: { ...call.args, checked: true } } };
        case 4:
          return ask('may it?');
        case 5:
          if (attempt === 1) throw new Error('a broken policy');
      }
    },
  },
});

/** Every verdict about what a tool gave, in a second layer, so that verdicts meet. */
const results: Policy = definePolicy({
  name: 'results',
  hooks: {
    preToolCall: ({ call }) =>
      chance(call.name, 4) === 0
        ? { call: { ...call, args: { ...call.args, seen: 1 } } }
        : undefined,
    onToolCallResult: ({ originalCall, result, attempt }) => {
      switch (chance(originalCall.args, 10)) {
        case 0:
          return { result: `${String(result)} (checked)` };
        case 1:
          return deny('nobody may read this', { code: 'secret' });
        case 2:
          return { error: 'it came to nothing' };
        case 3:
          return attempt === 1 ? retry() : undefined;
        case 4:
          return retry();
      }
    },
    onToolCallError: ({ originalCall, error, cause }) => {
      switch (chance([originalCall.args, cause], 4)) {
        case 0:
          return { result: 'it is fine all the same' };
        case 1:
          return { error: { ...error, message: 'it failed' } };
        case 2:
          return retry();
      }
    },
  },
});

/** Every verdict about the model and the user; those that end a chat are rare. */
const words: Policy = definePolicy({
  name: 'words',
  hooks: {
    onUserMessage: ({ message }) => {
      switch (chance(textOf(message), 20)) {
        case 0:
          return { message: mapText(message, (text) => `${text} Please.`) };
        case 1:
          return deny('no such talk', { code: 'talk' });
        case 2:
          return { answer: 'A supplied answer.' };
      }
    },
    onSystemMessage: ({ message }) => ({ message: mapText(message, (text) => `${text} Be kind.`) }),
    preRequest: ({ request, iteration }) => {
      const asked = request.messages.flatMap((each) => (each.role === 'user' ? textOf(each) : []));
      switch (chance([iteration, asked], 40)) {
        case 0:
          return { response: { content: [{ type: 'text', text: 'A supplied response.' }] } };
        case 1:
          return deny('too expensive', { code: 'budget' });
        case 2:
          return { request: { ...request, settings: { ...request.settings, temperature: 0 } } };
      }
    },
    onResponse: ({ response, attempt }) => {
      switch (chance(textOf(response), 16)) {
        case 0:
          return { response: mapText(response, (text) => text.trim()) };
        case 1:
          return attempt === 1 ? retry() : undefined;
        case 2:
          return deny('not a good answer', { code: 'tone' });
      }
    },
    onAgentResponse: ({ message, attempt }) => {
      switch (chance(textOf(message), 10)) {
        case 0:
          return { message: mapText(message, (text) => `${text} Goodbye.`) };
        case 1:
          return attempt === 1 ? retry() : undefined;
        case 2:
          return deny('not to be said', { code: 'unsaid' });
      }
    },
  },
});

/** Only watches, so that nothing of it may show but its records. */
const shadow: Policy = definePolicy({
  name: 'shadow',
  mode: 'monitor',
  hooks: { preToolCall: ({ call }) => (chance(call.args, 3) === 0 ? deny('would be') : undefined) },
});

/** Says yes or no by the words of the call. */
export const approver: Approver = ({ value }) => {
  const { name, args } = value as ToolCall;
  return { approved: chance([name, args], 2) === 0, by: 'chance' };
};

/** All of them, as `--policies` takes them. */
const busyPolicies: readonly Policy[] = [calls, results, words, shadow];

export default busyPolicies;
