import type { EntryClass } from '@interpose/adapter-kit';

import { harmless } from './harmless.ts';
import { unmediated } from './unmediated.ts';

const enforced = (path: string, probe: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'enforced',
  path,
  probe,
});

const agents = ['ToolLoopAgent', 'Experimental_Agent'];
const streaming = ['streamText', 'experimental_streamTextLowMemory'];
const settings = ['generateText', ...streaming, 'ToolLoopAgentSettings'];
const calls = agents.flatMap((agent) => [`${agent}.generate`, `${agent}.stream`]);

const options = (owners: readonly string[], ...names: readonly string[]): string[] =>
  owners.flatMap((owner) => names.map((name) => `${owner}{${name}}`));

const calling =
  'generateText|streamText|experimental_streamTextLowMemory|experimental_streamLanguageModelCall|generateObject|streamObject|ToolLoopAgentSettings|embed|embedMany';

/** What the code lets pass as it is: functions and classes of the module, and options of a call that can act. */
export const passed: Readonly<Record<string, RegExp>> = {
  EXPORTS: /^(\w+) — (?!data|schema|error class|enum)/,
  OPTIONS: new RegExp(`^(?:${calling})\\{(\\w+)`),
};

/** How far mediation holds for every entry of the AI SDK, 6.0.260 to 7. */
export const classes: readonly EntryClass[] = [
  enforced('generateText', 'generateText', ['generateText', 'generateText{model}']),
  enforced('streamText', 'streamText', ['streamText', 'streamText{model}']),
  enforced('streamText', 'streamText readers', [
    'StreamTextResult.*',
    'toUIMessageStream*',
    'toTextStream*',
    'toUIMessageChunk',
    'ToUIMessageChunkOptions{*}',
    'UIMessageStreamOptions{*}',
  ]),
  enforced('experimental_streamTextLowMemory', 'experimental_streamTextLowMemory', [
    'experimental_streamTextLowMemory',
    'experimental_streamTextLowMemory{model}',
  ]),
  enforced('ToolLoopAgent.generate', 'ToolLoopAgent.generate', [
    'ToolLoopAgent',
    'Experimental_Agent',
    'ToolLoopAgentSettings{model}',
    ...agents.flatMap((agent) => [`${agent}.generate()`, `${agent}.id`, `${agent}.tools`]),
  ]),
  enforced(
    'ToolLoopAgent.stream',
    'ToolLoopAgent.stream',
    agents.map((agent) => `${agent}.stream()`),
  ),
  enforced('tool.execute', 'tools of a call', [
    ...options(settings, 'tools'),
    'GenerateText*Event{tools}',
    'tool',
    'tool{execute}',
    'tool().execute()',
    'dynamicTool',
    'dynamicTool().execute()',
    'dynamicTool{execute}',
    'FunctionTool{execute}',
    'DynamicTool{execute}',
  ]),
  enforced('tool.execute', 'needsApproval', [
    '*{needsApproval}',
    '*{tool.needsApproval}',
    '*().needsApproval',
  ]),
  enforced('tool.execute', 'toModelOutput', [
    '*{toModelOutput}',
    '*{tool.toModelOutput}',
    '*().toModelOutput',
  ]),
  enforced('tool.execute', 'toolSearch', ['toolSearch*']),
  enforced('tool.execute', 'experimental_toolCaller', ['experimental_toolCaller*']),
  enforced('ToolLoopAgent.generate', 'prepareStep', [
    ...options(settings, 'prepareStep'),
    'generateText{experimental_prepareStep}',
  ]),
  enforced('ToolLoopAgent.generate', 'prepareCall', ['ToolLoopAgentSettings{prepareCall}']),
  enforced('generateText', 'stopWhen', options(settings, 'stopWhen')),
  enforced(
    'streamText',
    'experimental_transform',
    options([...streaming, ...agents.map((agent) => `${agent}.stream`)], 'experimental_transform'),
  ),
  enforced(
    'unknown or invalid tool call',
    'repairToolCall',
    options(settings, 'repairToolCall', 'experimental_repairToolCall'),
  ),
  enforced('generateText', 'experimental_steering', [
    ...options(
      ['generateText', ...streaming, 'ToolLoopAgent.generate', 'ToolLoopAgent.stream'],
      'experimental_steering',
    ),
    'experimental_createSteering*',
    'Steering.*',
  ]),
  enforced('tool.execute', 'refineToolInput', options(settings, 'experimental_refineToolInput')),
  enforced('tool.execute', 'toolApproval', options(settings, 'toolApproval')),
  enforced('generateText', 'output', [
    ...options(settings, 'output'),
    'generateText{experimental_output}',
    'streamText{experimental_output}',
    'Output*',
    'GenerateText*Event{output}',
  ]),
  enforced('generateText', 'callbacks', [
    ...options([...settings, ...calls], 'on*', 'experimental_on*'),
    'streamObject{on*}',
    'generateObject{on*}',
    'streamObject{experimental_on*}',
    'generateObject{experimental_on*}',
  ]),
  enforced('generateObject', 'generateObject', [
    'generateObject',
    'generateObject{model}',
    'GenerateObjectResult.*',
  ]),
  enforced('generateObject', 'repairText', [
    '*Object{repairText}',
    '*Object{experimental_repairText}',
  ]),
  enforced('streamObject', 'streamObject', [
    'streamObject',
    'streamObject{model}',
    'StreamObjectResult.*',
  ]),
  enforced('embed', 'embed', ['embed', 'embed{model}']),
  enforced('embedMany', 'embedMany', ['embedMany', 'embedMany{model}']),
  enforced('embed', 'callbacks of embeddings', [
    ...options(['embed', 'embedMany'], 'on*', 'experimental_on*'),
  ]),
  enforced('model.doGenerate', 'model.doGenerate', [
    'LanguageModelV3.doGenerate()',
    'LanguageModelV4.doGenerate()',
  ]),
  enforced('model.doStream', 'model.doStream', [
    'LanguageModelV3.doStream()',
    'LanguageModelV4.doStream()',
    'LanguageModelV*StreamResult{stream}',
  ]),
  enforced('experimental_streamLanguageModelCall', 'experimental_streamLanguageModelCall', [
    'experimental_streamLanguageModelCall',
    'experimental_streamLanguageModelCall{model}',
  ]),
  enforced(
    'experimental_streamLanguageModelCall',
    'options of a model call',
    options(
      ['experimental_streamLanguageModelCall'],
      ...['on*', 'output', 'refineToolInput', 'repairToolCall', 'tools'],
    ),
  ),
  enforced('model.doGenerate', 'wrapLanguageModel', [
    'wrapLanguageModel',
    'wrapLanguageModel{*}',
    'LanguageModelMiddleware{*}',
    'LanguageModelV3Middleware*',
    '*Middleware — function',
    'addToolInputExamplesMiddleware{format}',
    'extractJsonMiddleware{*}',
  ]),
  enforced('ToolLoopAgent.stream', 'agent streams for a browser', [
    'createAgentUIStream*',
    'pipeAgentUIStreamToResponse*',
    'DirectChatTransport*',
  ]),
  ...['agentTool', 'agent.generate in a tool', 'agent.stream in a tool'].map((path) =>
    enforced(path, path, []),
  ),
  {
    entries: ['ProviderDefinedTool*', 'ProviderExecutedTool*'],
    status: 'observed',
    path: 'provider-executed tool',
    why: 'the provider runs it, and hooks are only told',
  },
  ...unmediated,
  ...harmless,
];
