/** An app that knows nothing of hooks: its agent pays whatever the model wants. */
const AGENT = String.raw`
globalThis.AI_SDK_LOG_WARNINGS = false;

const answers = [
  {
    content: [
      { type: 'tool-call', toolCallId: 'call_1', toolName: 'refund', input: '{"euros":5000}' },
    ],
    finishReason: 'tool-calls',
  },
  { content: [{ type: 'text', text: 'I did what I could.' }], finishReason: 'stop' },
];

const model = {
  specificationVersion: 'v2',
  provider: 'memory',
  modelId: 'memory-1',
  supportedUrls: {},
  async doGenerate({ prompt }) {
    const last = prompt.at(-1);
    if (last.role === 'tool') console.log(JSON.stringify(last.content[0].output));
    return {
      ...answers.shift(),
      usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
      warnings: [],
    };
  },
  async doStream() {
    throw new Error('this app does not stream');
  },
};

const refund = tool({
  inputSchema: jsonSchema({ type: 'object' }),
  execute: ({ euros }) => {
    console.log('paid ' + euros);
    return 'paid';
  },
});


const answered = new ToolLoopAgent({ model, tools: { refund } })
  .generate({ prompt: 'Pay me.' })
  .then(({ text }) => console.log(text));
`;

/** The files of an app that installed the adapter but does not mention it, by name. */
export const registeredApp: Readonly<Record<string, string>> = {
  'app.mjs': `import { jsonSchema, tool, ToolLoopAgent } from 'ai';\n${AGENT}await answered;\n`,
  'app.cjs': `const { jsonSchema, tool, ToolLoopAgent } = require('ai');\n${AGENT}`,
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
