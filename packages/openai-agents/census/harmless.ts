import type { EntryClass } from '@interpose/adapter-kit';

const harmlessFor = (why: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'harmless',
  path: 'none',
  why,
});

/** The entries through which no model, tool or stream of a provider can be reached. */
export const harmless: readonly EntryClass[] = [
  harmlessFor('an error to compare with', ['* — error class', '*Error']),
  harmlessFor('data or a schema', ['* — data', '* — schema or platform value']),
  harmlessFor('a test of a value', ['* — type guard']),
  harmlessFor('a scripted model of a test', ['testing: *', 'Scripted*']),
  harmlessFor('where a sandbox runs and which files it begins with; calls no model', [
    'SandboxRunConfig{manifest}',
    'SandboxSessionState*',
    'ManifestInit*',
  ]),
  harmlessFor(
    "what an app does itself in a sandbox; a model does it by the agent's tools, which pass the hooks",
    ['SandboxSession.*'],
  ),
  harmlessFor('names, texts and numbers; calls no model', [
    'user',
    'assistant',
    'system',
    'applyDiff',
    'generateGroupId',
    'getDefaultModel*',
    'getLogger*',
    'Logger*',
    'getTransferMessage*',
    'gpt5ReasoningSettingsRequired',
    'isGpt5Default',
    'extensions: *',
    'utils: *',
    'utils',
    'utils.*',
    'utils/internal: *',
    'getToolSearchRuntimeToolKey',
    'setSensitiveDataLoggingEnabled*',
  ]),
];
