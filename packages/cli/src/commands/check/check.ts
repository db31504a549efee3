import type { CommandSpec } from '../../program/command-spec.ts';

export const check: CommandSpec = {
  name: 'check',
  summary: 'look for unhooked calls, dead rules, unknown tools',
  about:
    'Loads the configuration, looks through files of rules for rules that can never decide, contradict each other or name tools that nobody has, and through the sources for calls of the supported SDKs that neither withHooks nor register covers. What one file exports and another hooks counts as hooked. Ends with 1 where something is wrong, with --strict also for warnings.',
  words: [
    { name: '[files...]', about: 'sources and files of rules; without any, all below this folder' },
  ],
  options: [
    { flags: '--config <file>', about: 'the module of policies, if not interpose.config' },
    {
      flags: '--inventory <file>',
      about: 'tools there are: a JSON list of names, or a CycloneDX AgBOM',
    },
    { flags: '--strict', about: 'end with 1 for warnings too' },
    { flags: '--sarif <file>', about: 'write the findings as SARIF' },
  ],
  examples: [
    ['interpose check', 'the app in this folder'],
    ['interpose check --strict --sarif findings.sarif', 'in CI'],
    [
      'interpose check rules.yaml --inventory tools.json',
      'one file of rules against the tools there are',
    ],
  ],
  load: async () => (await import('./run-check.ts')).runCheck,
};
