import type { CoverageReport } from '../../cases/coverage.ts';
import { counted, table, wrap } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The cases of one file after they ran. */
export interface FileResult {
  readonly file: string;
  readonly cases: readonly {
    readonly name: string;
    readonly line: number;
    readonly ms: number;
    readonly problems: readonly string[];
  }[];
}

/** The report that `--json` writes. */
export interface TestReport {
  readonly files: readonly FileResult[];
  readonly cases: number;
  readonly failed: number;
  readonly coverage: CoverageReport;
  /** True where the coverage is below `--threshold`. */
  readonly isBelow: boolean;
}

/** Prints the report for people. */
export function tellTests(report: TestReport, terminal: Terminal, withCoverage: boolean): void {
  for (const { file, cases } of report.files) {
    terminal.say(file);
    for (const { name, line, problems } of cases) {
      const isFine = problems.length === 0;
      const mark = isFine ? terminal.paint('green', '✓') : terminal.paint('red', '✗');
      terminal.say(`  ${mark} ${name}${isFine ? '' : terminal.paint('dim', `  line ${line}`)}`);
      for (const problem of problems) terminal.block(wrap(problem, terminal.columns, '      '));
    }
  }
  if (withCoverage || report.isBelow) tellCoverage(report.coverage, terminal);
  terminal.say();
  const failed =
    report.failed === 0 ? 'none failed' : terminal.paint('red', `${report.failed} failed`);
  const below = report.isBelow ? terminal.paint('red', ', below the threshold') : '';
  const { hooks, rules, percent } = report.coverage;
  const reached =
    hooks.length + rules.length === 0 ? 'no coverage counted' : `coverage ${percent} %`;
  terminal.say(`${counted(report.cases, 'case')}, ${failed}, ${reached}${below}`);
}

function tellCoverage({ hooks, rules, unlisted }: CoverageReport, terminal: Terminal): void {
  terminal.say();
  for (const name of unlisted) {
    const why = `${name} exports what createHooks returned, whose hooks are not counted`;
    terminal.block(wrap(`${why}. Export its policies.`, terminal.columns));
  }
  if (hooks.length > 0) {
    terminal.say('hooks: how often asked, how often they said anything');
    terminal.block(table(hooks.map(({ hook, asked, acted }) => [hook, asked, acted])));
  }
  if (rules.length === 0) return;
  terminal.say('rules: how often they held, how often not');
  const rows = rules.map(({ file, line, rule, holds, fails }) => [
    `${file}:${line}`,
    rule,
    holds,
    fails,
  ]);
  terminal.block(table(rows));
}
