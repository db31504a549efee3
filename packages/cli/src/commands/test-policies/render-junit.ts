import type { TestReport } from './tell-tests.ts';

/** Renders the results as JUnit XML, with a suite for each file. */
export function renderJunit({ files, cases, failed }: TestReport): string {
  const suites = files.map(({ file, cases: all }) => {
    const bad = all.filter(({ problems }) => problems.length > 0).length;
    const inner = all.map(({ name, line, ms, problems }) => {
      const failure = problems
        .map((problem) => `<failure message="${escaped(problem)}"/>`)
        .join('');
      const place = `file="${escaped(file)}" line="${line}"`;
      return `    <testcase name="${escaped(name)}" classname="${escaped(file)}" ${place} time="${(ms / 1000).toFixed(4)}">${failure}</testcase>`;
    });
    return `  <testsuite name="${escaped(file)}" tests="${all.length}" failures="${bad}">\n${inner.join('\n')}\n  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tests="${cases}" failures="${failed}">\n${suites.join('\n')}\n</testsuites>\n`;
}

/** Escapes text for XML; characters that XML does not allow become spaces. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ')
    .replaceAll(/[&<>"'\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
