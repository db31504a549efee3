/** An app that knows nothing of hooks: its client pays whatever the model wants. */
const AGENT = String.raw`
const answers = [
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'refund', arguments: '{"euros":5000}' } },
    ],
  },
  { role: 'assistant', content: 'I did what I could.' },
];

const fetch = async (url, { body }) => {
  const last = JSON.parse(body).messages.at(-1);
  if (last.role === 'tool') console.log(last.content);
  const message = answers.shift();
  const finish_reason = message.content === null ? 'tool_calls' : 'stop';
  return Response.json({ id: 'c', object: 'chat.completion', created: 0, model: 'm', choices: [{ index: 0, message, finish_reason }] });
};

const refund = {
  type: 'function',
  function: {
    name: 'refund',
    parameters: { type: 'object' },
    parse: JSON.parse,
    function: ({ euros }) => {
      console.log('paid ' + euros);
      return 'paid';
    },
  },
};

const client = new OpenAI({ apiKey: 'any', fetch });
// What openai 5 gives a require makes clients, and is not their class.
if (!(client instanceof OpenAI.OpenAI)) throw new Error('the class is another one now');
const answered = client.chat.completions
  .runTools({ model: 'm', messages: [{ role: 'user', content: 'Pay me.' }], tools: [refund] })
  .finalContent()
  .then((text) => console.log(text));
`;

/** Prints the ways to a class of clients whose clients are not the same policed ones as those of the class itself. */
const WAYS = String.raw`
import OpenAI, * as sdk from 'openai';
import * as inner from 'openai/client';
import { createRequire } from 'node:module';

const required = createRequire(import.meta.url)('openai');
const { AzureOpenAI } = sdk;
const options = { apiKey: 'any', fetch: () => console.log('sent'), maxRetries: 0 };
const azure = { ...options, endpoint: 'http://127.0.0.1:1', apiVersion: '1', deployment: 'any' };
const parent = Object.getPrototypeOf(required);
// That of openai 5 is a function like any other.
const inherited = parent === Function.prototype ? required.OpenAI : parent;
class Own extends OpenAI {}
class OwnAzure extends AzureOpenAI {}

const ways = {
  'its static': [OpenAI.OpenAI, OpenAI],
  'the static of a static': [OpenAI.OpenAI.OpenAI, OpenAI],
  'the static of its default': [sdk.default.OpenAI, OpenAI],
  'the static of another class': [AzureOpenAI.OpenAI, OpenAI],
  'the static of an own class': [Own.OpenAI, OpenAI],
  'the class that another extends': [Object.getPrototypeOf(AzureOpenAI), OpenAI],
  'its prototype': [OpenAI.prototype.constructor, OpenAI],
  'a client': [new OpenAI(options).constructor, OpenAI],
  'a clone of a client': [new OpenAI(options).withOptions({}).constructor, OpenAI],
  'a client of Azure': [new AzureOpenAI(azure).constructor, AzureOpenAI, azure],
  'a client of an own class': [new Own(options).constructor, Own],
  'a client of an own class of Azure': [new OwnAzure(azure).constructor, OwnAzure, azure],
  'another file of the package': [inner.OpenAI, OpenAI],
  'a static of what is required': [required.OpenAI.OpenAI, required.OpenAI],
  'the default of what is required': [required.default.OpenAI, required.OpenAI],
  'the member of what is required': [required.AzureOpenAI.OpenAI, required.OpenAI],
  'what a required module inherits from': [inherited, required.OpenAI],
  'a client of what is required': [new required(options).constructor, required.OpenAI],
};

for (const [way, [found, own, given = options]] of Object.entries(ways)) {
  if (found !== own) console.log(way + ' leads to another class');
  const client = new found(given);
  if (!(client instanceof own)) console.log(way + ' makes other clients');
  const asked = client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] });
  const told = await asked.then(({ choices }) => choices[0].message.content, ({ message }) => message);
  if (!told.includes('Blocked')) console.log(way + ' passes no hooks: ' + told);
}
console.log('tried ' + Object.keys(ways).length);
`;

/** What an app can see of what it requires, without a call: the same with hooks as without. */
const LISTED = String.raw`
const sdk = require('openai');
const exported = {};
for (const name in sdk) exported[name] = typeof sdk[name];
const own = Object.getOwnPropertyNames(sdk);
const fixed = own.filter((name) => !Object.getOwnPropertyDescriptor(sdk, name).configurable);
const missing = own.filter((name) => !(name in sdk));
const { name, length, __esModule } = sdk;
const clients = [sdk({ apiKey: 'any' }), new sdk({ apiKey: 'any' })];
const instances = clients.map((client) => [client instanceof sdk, client instanceof sdk.OpenAI]);
const inner = require('./node_modules/openai/client.js');
console.log(JSON.stringify({ exported, own, fixed, missing, name, length, __esModule, instances, keys: Object.keys(sdk), spread: Object.keys({ ...sdk }), inner: Object.getOwnPropertyNames(inner).sort(), flag: inner.__esModule }));
`;

/** The files of an app that installed the adapter but does not mention it, by name. */
export const registeredApp: Readonly<Record<string, string>> = {
  'app.mjs': `import OpenAI, { AzureOpenAI } from 'openai';\n${AGENT}await answered;\n`,
  'named.mjs': `import { OpenAI } from 'openai';\n${AGENT}await answered;\n`,
  'app.cjs': `const OpenAI = require('openai');\n${AGENT}`,
  'ways.mjs': WAYS,
  'listed.cjs': LISTED,
  'interpose.config.mjs': `export default [
  {
    name: 'no-refunds',
    hooks: {
      preToolCall: ({ call }) =>
        call.name === 'refund' ? { decision: 'deny', reason: 'a person pays' } : undefined,
    },
  },
];
`,
};
