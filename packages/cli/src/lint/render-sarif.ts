import { LINT_RULES, type LintFinding } from './finding.ts';

/** Renders findings as SARIF 2.1.0, which code hosts show beside the lines. */
export function renderSarif(findings: readonly LintFinding[], version: string): string {
  const rules = Object.entries(LINT_RULES).map(([id, text]) => ({
    id,
    shortDescription: { text },
  }));
  const results = findings.map(({ rule, level, file, line, column, text, remedy }) => ({
    ruleId: rule,
    level,
    message: { text: `${text}; ${remedy}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: file.split('\\').join('/') },
          region: { startLine: line, startColumn: column },
        },
      },
    ],
  }));
  const driver = {
    name: 'interpose',
    version,
    informationUri: 'https://github.com/interpose-dev/interpose',
    rules,
  };
  const run = { tool: { driver }, results };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [run],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}
