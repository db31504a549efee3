import type { EntryClass } from '@interpose/adapter-kit';

import { harmless } from './harmless.ts';
import { unmediated } from './unmediated.ts';

const enforced = (path: string, probe: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'enforced',
  path,
  probe,
});

const observed = (path: string, why: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'observed',
  path,
  why,
});

/** How far mediation holds for every entry of the OpenAI client, 5.23.2 to 7. */
export const classes: readonly EntryClass[] = [
  enforced('chat.completions.create', 'chat.completions.create', [
    'OpenAI',
    'client.chat.completions.create()',
  ]),
  enforced('chat.completions.create', 'chat.completions.parse', [
    'client.chat.completions.parse()',
  ]),
  enforced('chat.completions.create, streamed', 'chat.completions.stream', [
    'client.chat.completions.stream()',
    'lib/ChatCompletionStream: *',
    'streaming: Stream*',
  ]),
  enforced('chat.completions.runTools', 'chat.completions.runTools', [
    'client.chat.completions.runTools()',
    'lib/ChatCompletionRunner: *',
    'lib/AbstractChatCompletionRunner: *',
    'ChatCompletion*ToolRunnerParams*',
    'RunnableFunctionWithParse*',
    'lib/RunnableFunction: *',
  ]),
  enforced('chat.completions.runTools, streamed', 'chat.completions.runTools, streamed', [
    'lib/ChatCompletionStreamingRunner: *',
  ]),
  enforced('responses.create', 'responses.create', [
    'OpenAI.responses',
    'client.responses.create()',
  ]),
  enforced('responses.create', 'responses.parse', ['client.responses.parse()']),
  enforced('responses.create, streamed', 'responses.stream', [
    'client.responses.stream()',
    'lib/responses/ResponseStream: *',
    'ResponseCreateAndStreamParams*',
  ]),
  enforced('responses.create', 'beta.responses', ['client.beta.responses.create()']),
  enforced('ResponsesToolRunner', 'ResponsesToolRunner', [
    'helpers/responses-tool-runner: *',
    'ResponsesRunner*',
    'RunnerFunction*',
    'ResponseCreateParamsWithTools*',
  ]),
  enforced('ResponsesToolRunner, streamed', 'ResponsesToolRunner, streamed', []),
  enforced('embeddings.create', 'embeddings.create', [
    'OpenAI.embeddings',
    'client.embeddings.create()',
    'lib/embeddings: *',
  ]),
  enforced('hookFetch chat.completions', 'hookFetch', []),
  enforced('hookFetch responses', 'hookFetch', []),
  enforced('hookFetch embeddings', 'hookFetch embeddings', []),
  enforced('chat.completions.create', 'withOptions', ['OpenAI.withOptions()']),
  enforced('chat.completions.create', 'client.post', ['OpenAI.post()', 'OpenAI.request()']),
  enforced('chat.completions.create', 'AzureOpenAI', ['AzureOpenAI*', 'AzureClientOptions*']),
  enforced('chat.completions.create', 'asResponse and withResponse', ['APIPromise', 'APIPromise*']),
  observed(
    'chat.completions.create',
    'your app runs these tools itself, so hooks can only change or remove their calls in the answer',
    [
      'helpers/zod: zod*unction*',
      'helpers/standard-schema: standard*unction*',
      '*ToolOptions*',
      'lib/parser: makeParseableTool*',
      'lib/ResponsesParser: makeParseableResponseTool*',
      'ToolParserOptions*',
    ],
  ),
  ...unmediated,
  ...harmless,
];
