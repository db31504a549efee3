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
if (!(client instanceof OpenAI)) throw new Error('the class is another one now');
const answered = client.chat.completions
  .runTools({ model: 'm', messages: [{ role: 'user', content: 'Pay me.' }], tools: [refund] })
  .finalContent()
  .then((text) => console.log(text));
`;

/** The files of an app that installed the adapter but does not mention it, by name. */
export const registeredApp: Readonly<Record<string, string>> = {
  'app.mjs': `import OpenAI, { AzureOpenAI } from 'openai';\n${AGENT}await answered;\n`,
  'named.mjs': `import { OpenAI } from 'openai';\n${AGENT}await answered;\n`,
  'app.cjs': `const OpenAI = require('openai');\n${AGENT}`,
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
