import type { EntryClass } from '@interpose/adapter-kit';

type Names = readonly string[];

/** Entries that these probes run, on one path. */
export const enforcedAt = (path: string, probe: Names, entries: Names): EntryClass => {
  return { entries, status: 'enforced', path, probe };
};

/** Each probe as it runs plain and streamed. */
export const both = (...names: Names): Names =>
  names.flatMap((name) => [name, `${name}, streamed`]);

/** The entries that probes run, by what an app does with them: runs and what takes part in them. */
export const enforced: readonly EntryClass[] = [
  enforcedAt('run', both('Runner.run', 'a hooked runner', 'tools pushed later'), [
    'Runner',
    'Runner.run()',
    'Runner.run(*',
    'Agent',
    'Agent.tools',
    'Agent*{tools}',
    'Model.getResponse()',
  ]),
  enforcedAt('run', both('run', 'a hooked run'), ['run', 'run(*']),
  enforcedAt(
    'run streamed',
    ['Runner.run, streamed', 'run, streamed'],
    [
      'Model.getStreamedResponse()',
      'StreamedRunResult*',
      'RunRawModelStreamEvent*',
      'RunItemStreamEvent*',
      'RunAgentUpdatedStreamEvent*',
    ],
  ),
  enforcedAt('run', both('model provider'), ['ModelProvider.*', 'RunConfig.modelProvider']),
  enforcedAt('run', both('model of the runner', 'model swapped later', 'frozen model'), [
    'RunConfig.model',
    'Agent.model',
    'Agent*{model}',
  ]),
  enforcedAt('run', both('model that is asked again'), ['ModelRetry*', 'retryPolicies*']),
  enforcedAt('run', both('subclass of Agent'), ['Agent.getSystemPrompt*']),
  enforcedAt('run', both('agent.clone', 'Agent.create'), ['Agent.clone()', 'Agent.create()']),
  enforcedAt('run', both('callModelInputFilter'), [
    '*{callModelInputFilter}',
    'RunConfig.callModelInputFilter',
  ]),
  enforcedAt('run', both('toolErrorFormatter'), [
    '*{toolErrorFormatter}',
    'RunConfig.toolErrorFormatter',
  ]),
  // What each of these answers is judged as an answer of the agent.
  ...['maxTurns', 'default', 'modelRefusal', 'invalidFinalOutput'].map((kind) =>
    enforcedAt('run', both(`errorHandlers.${kind}`), [`RunErrorHandlers{${kind}}`]),
  ),
  enforcedAt('run', both('outputType'), [
    'Agent*{outputType.~standard}',
    'Agent.processFinalOutput()',
    'Agent.outputSchemaName',
  ]),
  enforcedAt('run', both('stop on the first tool', 'stop at a tool', 'toolUseBehavior'), [
    'Agent.toolUseBehavior',
    'Agent*{toolUseBehavior}',
  ]),
  enforcedAt('run', both('guardrails of a run'), [
    'InputGuardrail.*',
    'OutputGuardrail*',
    'defineOutputGuardrail*',
    'Agent.inputGuardrails',
    'Agent.outputGuardrails',
    'Agent*{inputGuardrails}',
    'Agent*{outputGuardrails}',
    'RunConfig.inputGuardrails',
    'RunConfig.outputGuardrails',
  ]),
  enforcedAt('run', both('events'), [
    'AgentHooks*',
    'EventEmitter*',
    'RuntimeEventEmitter',
    'utils: EventEmitterDelegate*',
  ]),
  enforcedAt('run', both('Runner.run', 'handoff()', 'client tool search', 'approval'), [
    'RunResult*',
    'Run*Item',
    'Run*Item.*',
    'Run*Item(*',
    'RunItemBase*',
    'ModelResponse*',
    'ProcessedResponse.newItems',
    'ReadableStream*',
    'extractAllTextOutput*',
  ]),
  enforcedAt('run', both('approval', 'approval kept as text', 'rejection'), [
    'RunState',
    'RunState.approve*',
    'RunState.reject*',
    'RunState.fromString(*',
    'RunState.history',
    'RunState.getInterruptions()',
    'RunState.toString()',
    'RunState.toJSON()',
    'RunState._*',
    'RunContext.approveTool*',
    'RunContext.rejectTool*',
  ]),
  enforcedAt('run', both('approval with more input'), ['RunState.addInput()']),
];
