import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';

import { InterposeError } from '@interpose/core';
import { hooksOf } from '@interpose/core/load';
import { findConfig } from '@interpose/core/register';

import { statOf } from '../../app/find-files.ts';
import { listSources, nothingFound } from '../../app/list-sources.ts';
import { readManifest } from '../../app/read-manifest.ts';
import { loadConfig } from '../../config/load-config.ts';
import { nearConfig } from '../../config/near-config.ts';
import type { LintFinding } from '../../lint/finding.ts';
import { findUnhooked } from '../../lint/find-unhooked.ts';
import { lintPolicies } from '../../lint/lint-policies.ts';
import { lintRules } from '../../lint/lint-rules.ts';
import { renderSarif } from '../../lint/render-sarif.ts';
import type { ExitCode } from '../../program/exit-code.ts';
import type { Given } from '../../program/given.ts';
import { inOneLine } from '../../program/tell-failure.ts';
import { counted, wrap } from '../../terminal/table.ts';
import { writeWhole } from '../../program/whole-file.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { listRuleFiles } from './list-rule-files.ts';
import { readInventory } from './read-inventory.ts';

const RULES = /\.(?:ya?ml|json)$/;

/** Checks the configuration, the rules and the sources, and reports what to fix. */
export async function runCheck(given: Given, terminal: Terminal): Promise<ExitCode> {
  const findings = await findingsOf(given);
  const sarif = given.text('sarif');
  if (sarif !== undefined)
    writeWhole([resolve(given.folder, sarif), renderSarif(findings, ownVersion())]);
  terminal.json({ findings });
  for (const finding of findings) tell(finding, terminal);
  const errors = findings.filter(({ level }) => level === 'error').length;
  if (findings.length > 0) terminal.say();
  terminal.say(`${counted(errors, 'error')}, ${counted(findings.length - errors, 'warning')}`);
  const bad = given.flag('strict') ? findings.length : errors;
  return bad > 0 ? 1 : 0;
}

function ownVersion(): string {
  const own = createRequire(import.meta.url)('interpose/package.json') as {
    readonly version: string;
  };
  return own.version;
}

async function findingsOf(given: Given): Promise<readonly LintFinding[]> {
  const { folder, words } = given;
  const inventory = given.text('inventory');
  const tools = inventory === undefined ? undefined : readInventory(resolve(folder, inventory));
  const config = given.text('config');
  const ruleFiles = listRuleFiles(folder, words).filter(
    (file) => config === undefined || resolve(folder, file) !== resolve(folder, config),
  );
  const sources = words.filter(
    (word) => !RULES.test(word) || statOf(resolve(folder, word))?.isDirectory(),
  );
  const isWhole = words.length === 0;
  const paths = isWhole || sources.length > 0 ? listSources(folder, sources) : [];
  // A client made in one file may be hooked in another: all sources are read, findings cover the named ones.
  const app = paths.length > 0 ? [...new Set([...listSources(folder, []), ...paths])] : [];
  const checked = await Promise.all(ruleFiles.map((file) => checkModule(folder, file, tools)));
  const hasConfig = config !== undefined || (isWhole && findConfig(folder) !== undefined);
  const unread = isWhole && !hasConfig ? notLookedFor(folder) : [];
  if (!hasConfig && paths.length + ruleFiles.length + unread.length === 0)
    throw nothingFound(folder);
  return [
    ...(hasConfig ? await checkModule(folder, config, tools) : []),
    ...unread,
    ...checked.flat(),
    ...findUnhooked(paths, { app, folder, manifest: readManifest(folder) }),
  ];
}

/** Reports a file that is probably meant as the configuration but has a name that no command loads. */
function notLookedFor(folder: string): readonly LintFinding[] {
  const file = nearConfig(folder);
  if (file === undefined) return [];
  const text = 'is no name that is looked for, so nothing in it applies';
  const remedy = 'name it with --config, or write interpose.config.ts';
  return [{ rule: 'config-name', level: 'warning', file, line: 1, column: 1, text, remedy }];
}

/** Reports whether a module of policies loads and starts, and checks its rules and filters. */
async function checkModule(
  folder: string,
  given: string | undefined,
  tools: ReadonlySet<string> | undefined,
): Promise<readonly LintFinding[]> {
  try {
    const { module, name, path } = await loadConfig(folder, given);
    const hooks = await hooksOf(module, name);
    await hooks.close();
    if (RULES.test(path)) return lintRules(readFileSync(path, 'utf8'), name, tools);
    return tools === undefined ? [] : lintPolicies(module.options?.policies ?? [], name, tools);
  } catch (error) {
    if (!InterposeError.isInstance(error)) throw error;
    const file = given ?? relative(folder, findConfig(folder) ?? '');
    const [, line = '1', column = '1'] = /:(\d+):(\d+)/.exec(error.message) ?? [];
    const remedy = `run interpose explain ${error.code}`;
    return [
      {
        rule: 'config-invalid',
        level: 'error',
        file,
        line: Number(line),
        column: Number(column),
        text: inOneLine(error.message),
        remedy,
      },
    ];
  }
}

function tell(
  { level, rule, file, line, column, text, remedy }: LintFinding,
  terminal: Terminal,
): void {
  const mark = level === 'error' ? terminal.paint('red', level) : terminal.paint('yellow', level);
  terminal.say(`${file}:${line}:${column}  ${mark}  ${rule}`);
  terminal.block(wrap(text, terminal.columns, '  '));
  terminal.block(wrap(`→ ${remedy}`, terminal.columns, '  '));
}
