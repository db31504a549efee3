import { createHooks, type Hooks } from '@interpose/core';
import { AzureChatOpenAI, ChatOpenAI } from '@langchain/openai';
import { expect, test } from 'vitest';
import { says, scriptedChatModel } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';
import { whyUnnamed } from './named-model.ts';
import type { NativeModel } from '../translate/native.ts';

function naming(model: string): Hooks {
  const hooks = createHooks();
  hooks.addHook('preRequest', ({ request }) => ({ request: { ...request, model } }));
  return hooks;
}

const because = (model: object): string | undefined =>
  whyUnnamed(
    model as NativeModel,
    {},
    { model: 'model-b', messages: [] },
    { model: 'model-a', messages: [] },
  );

test('a model of OpenAI is asked under the name a hook gave, with its own settings', async () => {
  const { model, requests } = await scriptedChatModel([says('Ten.')], { temperature: 0.5 });
  const { text } = await withHooks(model, naming('model-b')).invoke('price?');
  expect([text, model.model]).toEqual(['Ten.', 'gpt-4o-mini']);
  expect(requests()).toMatchObject([{ model: 'model-b', temperature: 0.5 }]);
});

test('a class made of it is denied, since only itself knows what it sends', async () => {
  class OwnModel extends ChatOpenAI {}
  const { model, requests } = await scriptedChatModel([says('Ten.')]);
  const own = new OwnModel((model as object as { readonly fields: object }).fields);
  const hooks = naming('model-b');
  const codes: string[] = [];
  hooks.observe('onDecision', ({ record }) => void codes.push(...record.codes));
  expect((await withHooks(own, hooks).invoke('price?')).text).toBe('Blocked by policy.');
  await hooks.flush();
  expect([codes, requests()]).toEqual([['modify_unsupported'], []]);
});

test.each([
  ['a deployment of Azure', azure],
  ['a model that another setting names', () => open({ modelKwargs: { model: 'model-a' } })],
  ['a model whose parts were given', () => open({ completions: open().completions })],
  [
    'a model whose method was replaced',
    () => Object.assign(open(), { _generate: () => undefined }),
  ],
  ['a model that other hooks surround', () => withHooks(open(), createHooks())],
])('%s cannot be asked under another name', (_name, make) => {
  expect(because(make())).toMatch(/cannot be asked under another name/);
});

function open(fields: object = {}): ChatOpenAI & { readonly completions: object } {
  // The inner models are fields of the class, but its types hide them.
  return new ChatOpenAI({ model: 'model-a', apiKey: 'any', ...fields }) as never;
}

function azure(): object {
  return new AzureChatOpenAI({
    model: 'model-a',
    azureOpenAIApiKey: 'any',
    azureOpenAIApiInstanceName: 'any',
    azureOpenAIApiDeploymentName: 'model-a',
    azureOpenAIApiVersion: '2024-10-21',
  });
}
