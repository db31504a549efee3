import { expect, test } from 'vitest';

import { AppModules } from './app-modules.ts';
import { findUses } from './find-uses.ts';

function openUses(text: string): readonly string[] {
  const app = new AppModules([{ path: '/app/app.ts', text }]);
  return findUses(app)
    .filter(({ isHooked }) => !isHooked)
    .map(({ entry }) => entry.name);
}

test.for([
  [
    'another variable of that name is given to withHooks',
    `import OpenAI from 'openai';
    const one = () => { const client = new OpenAI(); return withHooks(client, hooks); };
    const other = () => { const client = new OpenAI(); return client; };`,
  ],
  [
    'a field of another class is',
    `import OpenAI from 'openai';
    class A { client = new OpenAI(); start() { withHooks(this.client, hooks); } }
    class B { client = new OpenAI(); }`,
  ],
  [
    'another function takes the name from withHooks',
    `import * as ai from 'ai'; import { generateText } from 'ai';
    const one = () => { const { generateText } = withHooks(ai, hooks); return generateText({}); };
    const other = () => generateText({});`,
  ],
] as const)('a call is not hooked because %s', ([, text]) => {
  expect(openUses(text).length).toBeGreaterThan(0);
});

test.for([
  `import OpenAI from 'openai';
  const one = () => { const client = new OpenAI(); return withHooks(client, hooks); };
  const other = () => { const client = new OpenAI(); return withHooks(client, hooks); };`,
  `import OpenAI, { AzureOpenAI } from 'openai';
  let client = new OpenAI(); if (azure) client = new AzureOpenAI(); withHooks(client, hooks);`,
])('variables of one name that are all given to withHooks are hooked: %s', (text) => {
  expect(openUses(text)).toEqual([]);
});
